import type { Rule } from './rules.js';

/** The entities of responses, by the names of their schemas in `schemas/entities.ts`, without `Schema`. */
type EntityName = 'order' | 'channel' | 'menu' | 'baseMenu' | 'goodsReceipt' | 'actionLogEntry';

/**
 * Describes one endpoint. The URL, the checks of the input, the validation of the response and the docs follow from it. Schemas
 * are named, not imported, so that a client loads none before it validates a response.
 */
export interface Operation {
  /** Resource and method of the client, such as `orders.get`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The path below `/api/v1`, with its parameters in braces. */
  readonly path: `/${string}`;
  /** The name of the query's schema in `schemas/requests.ts`, without `Schema`. */
  readonly query?: `${string}Params`;
  /** The name of the body's schema in `schemas/requests.ts`, without `Schema`. */
  readonly body?: `${string}Params`;
  readonly response: EntityName;
  readonly responseKind: 'one' | 'list' | 'pages';
  /** Whether a response without an `id` is an error: callers store the ID, and only an order shows whether it was cancelled. */
  readonly needsId?: boolean;
  readonly range?: RangeRules;
  readonly pages?: PageRules;
  readonly rules?: readonly Rule[];
}

export interface ListOperation extends Operation {
  readonly responseKind: 'pages';
  readonly range: RangeRules;
}

/** What the API specification says about the pages of a list. */
interface PageRules {
  /** Whether each page has the field `next`. */
  readonly hasNext: boolean;
  /** The maximum number of records of a page, or of each group if `per` names a field. */
  readonly size?: number;
  readonly per?: 'status';
}

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Method = (typeof methods)[number];

/** An endpoint that no operation describes. Its response is returned as received. */
interface RawEndpoint {
  readonly id: 'request';
  readonly method: Method;
  /** The path below `/api/v1`, with any parameters in braces. */
  readonly path: string;
  readonly responseKind: 'anything';
}

export type Endpoint = Operation | RawEndpoint;

/** Returns the start of the message of a call that was not sent. It omits a raw path, which can contain personal data. */
export function notSentMessage({ method, path, responseKind }: Endpoint): string {
  return responseKind === 'anything' ? 'The request was not sent' : `${method} ${path} was not sent`;
}

export interface CallInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** The maximum date range of one list request. The client splits longer ranges. API specification: Limits › Date range. */
export const maxRangeDays = 31;

export interface RangeRules {
  readonly maxDays: number;
  /** The sort order of the records; `unknown` if the API specification does not define one. */
  readonly order: 'oldest-first' | 'newest-first' | 'unknown';
  /** The field that the range filters by, if the API specification names it. */
  readonly field?: 'created';
}
