import type {
  ActionLogEntry,
  ActionLogListParams,
  BaseMenu,
  BaseMenuCreateParams,
  Channel,
  GoodsReceipt,
  GoodsReceiptListParams,
  Menu,
  MenuGetParams,
  Order,
  OrderCreateParams,
  OrderImportParams,
  OrderListParams,
  OrderUpdateParams,
  ReservationCreateParams,
  ReservationUpdateParams,
} from '../entities/index.js';
import type { Rule } from './rules.js';

/** The entities of responses, by the names of their schemas in `schemas/by-name.ts`. */
export interface Entities {
  order: Order;
  channel: Channel;
  menu: Menu;
  baseMenu: BaseMenu;
  goodsReceipt: GoodsReceipt;
  actionLogEntry: ActionLogEntry;
}

/** The queries and bodies of requests, by the names of their schemas in `schemas/by-name.ts`. */
export interface Inputs {
  orderCreateParams: OrderCreateParams;
  orderUpdateParams: OrderUpdateParams;
  orderImportParams: OrderImportParams;
  reservationCreateParams: ReservationCreateParams;
  reservationUpdateParams: ReservationUpdateParams;
  baseMenuCreateParams: BaseMenuCreateParams;
  menuGetParams: MenuGetParams;
  orderListParams: OrderListParams;
  actionLogListParams: ActionLogListParams;
  goodsReceiptListParams: GoodsReceiptListParams;
}

/**
 * Describes one endpoint. The client method, its types, the URL, the retry rule and the docs follow from it. Schemas are named,
 * not imported, so that a client loads none before it validates a response.
 */
export interface Operation {
  /** Resource and method of the client, such as `orders.get`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The path below `/api/v1`, with its parameters in braces. */
  readonly path: `/${string}`;
  /** The query of the request. */
  readonly query?: keyof Inputs;
  /** The body of the request. */
  readonly body?: keyof Inputs;
  /** The entity of the response. */
  readonly response: keyof Entities;
  /** Whether the response is one entity, a whole list, or a page of a list. */
  readonly answer: 'one' | 'list' | 'pages';
  /** The date range of a list with pages. */
  readonly range?: DateRange;
  /** The rules that the specification states for the input. */
  readonly rules?: readonly Rule[];
  readonly summary: string;
  /** The version of the API that introduced it. */
  readonly since: string;
}

/** The methods of HTTP requests. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Method = (typeof methods)[number];

/** An endpoint that no operation describes. Its response is returned as received. */
interface RawEndpoint {
  readonly id: 'request';
  readonly method: Method;
  /** Path below `/api/v1`, with its parameters in braces, if there are any. */
  readonly path: string;
  readonly answer: 'anything';
}

/** The endpoint of a call. */
export type Endpoint = Operation | RawEndpoint;

/** The parts of a request, as the caller passed them. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** How many days one request of a list can cover at most. Specification: "Limits", Date range. */
export const longestRangeDays = 31;

/** The date range of a list. */
export interface DateRange {
  readonly maxDays: number;
  /** The sort order of the records; `unknown` if the API specification does not define one. */
  readonly order: 'oldest-first' | 'newest-first' | 'unknown';
  /** The field that the range filters by, if the API specification names it. */
  readonly field?: 'created';
}

/** Infers the literal types of a description, from which the types of the client method follow. */
export function operation<const Description extends Operation>(description: Description): Description {
  return description;
}

type ParametersIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never;

/** The input of a call: path parameters, query and body. */
export type InputOf<O extends Operation> = ([ParametersIn<O['path']>] extends [never]
  ? { readonly params?: never }
  : { readonly params: { readonly [Name in ParametersIn<O['path']>]: string } }) &
  (O['query'] extends keyof Inputs ? { readonly query: Inputs[O['query']] } : { readonly query?: never }) &
  (O['body'] extends keyof Inputs ? { readonly body: Inputs[O['body']] } : { readonly body?: never });

/** The entity in the response of an operation. */
export type EntityOf<O extends Operation> = Entities[O['response']];
