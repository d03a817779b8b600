import type {
  ActionLogEntry,
  ActionLogQuery,
  BaseMenu,
  Channel,
  CreateBaseMenu,
  CreateOrder,
  CreateReservation,
  GoodsReceipt,
  GoodsReceiptQuery,
  ImportOrder,
  Menu,
  MenuQuery,
  Order,
  OrderQuery,
  UpdateOrder,
  UpdateReservation,
} from '../entities/index.js';
import type { Rule } from './rules.js';

/** What an operation can answer with, by name: the keys of `entitySchemas` in `schemas/by-name.ts`. */
export interface Entities {
  order: Order;
  channel: Channel;
  menu: Menu;
  baseMenu: BaseMenu;
  goodsReceipt: GoodsReceipt;
  actionLogEntry: ActionLogEntry;
}

/** What an operation can be asked with, by name: the keys of `inputSchemas` in `schemas/by-name.ts`. */
export interface Inputs {
  createOrder: CreateOrder;
  updateOrder: UpdateOrder;
  importOrder: ImportOrder;
  createReservation: CreateReservation;
  updateReservation: UpdateReservation;
  createBaseMenu: CreateBaseMenu;
  menuQuery: MenuQuery;
  orderQuery: OrderQuery;
  actionLogQuery: ActionLogQuery;
  goodsReceiptQuery: GoodsReceiptQuery;
}

/**
 * One endpoint of the service, described once. Method, types, address, retry rule, the fake's route and the documents all
 * follow from it. Schemas are named, not referenced, so that a client loads none of them before it checks an answer.
 */
export interface Operation {
  /** Resource and method of the client: `orders.get`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path below `/api/v1`, with its parameters in braces. */
  readonly path: `/${string}`;
  /** The query that it takes. */
  readonly query?: keyof Inputs;
  /** The body that it takes. */
  readonly body?: keyof Inputs;
  /** The entity that it answers with. */
  readonly response: keyof Entities;
  /** How the entity stands in the answer: alone, as all of a list, or as pages that a cursor connects. */
  readonly answer: 'one' | 'list' | 'pages';
  /** What the order of pages is, and what a range can span. */
  readonly range?: DateRange;
  /** The rules that the specification states for the input. */
  readonly rules?: readonly Rule[];
  readonly summary: string;
  /** The version of the service that introduced it. */
  readonly since: string;
}

/** How many days one request of a list can cover. Specification: "Limits", Date range. */
export const longestRangeDays = 31;

/** The date range of a list. */
export interface DateRange {
  readonly maxDays: number;
  /** In which order the service answers; `unknown` where the specification shows none. */
  readonly order: 'oldest-first' | 'newest-first' | 'unknown';
  /** The field that the range filters by, where the specification names it. */
  readonly field?: 'created';
}

/** Keeps the literal types of a description, from which the types of its method follow. */
export function operation<const Description extends Operation>(description: Description): Description {
  return description;
}

type ParametersIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never;

/** What a call of an operation takes: its path parameters, its query, its body. */
export type InputOf<O extends Operation> = ([ParametersIn<O['path']>] extends [never]
  ? { readonly params?: never }
  : { readonly params: { readonly [Name in ParametersIn<O['path']>]: string } }) &
  (O['query'] extends keyof Inputs ? { readonly query: Inputs[O['query']] } : { readonly query?: never }) &
  (O['body'] extends keyof Inputs ? { readonly body: Inputs[O['body']] } : { readonly body?: never });

/** One entity of an operation's answer. */
export type EntityOf<O extends Operation> = Entities[O['response']];
