import { z } from 'zod';
import type { UseCase } from '../../entities/use-case.js';
import type { FaultKind, Repetition } from '../../fake/index.js';
import { apiPath, limit, type RouteTable, result, timeout } from './route.js';

const requestFilter = z.strictObject({
  key: z.string().exactOptional().describe('The ID of a key, or a use case for all its keys.'),
  method: z.string().exactOptional(),
  path: apiPath.exactOptional(),
  status: z
    .string()
    .regex(
      /^(?:[1-5]\d\d|[1-5]xx|failed|waiting|none)$/,
      'Use a status such as 429 or 4xx, failed, waiting, or none.',
    )
    .exactOptional()
    .describe(
      'A status such as 429, or 2xx, 4xx, 5xx, waiting, none if the connection broke, or failed for 4xx, 5xx and none.',
    ),
  kind: z
    .enum(['replay', 'fault'])
    .exactOptional()
    .describe('`replay` for a repeated idempotency key, `fault` for requests that got a fault.'),
  search: z.string().exactOptional().describe('Part of the path, a body or the idempotency key.'),
  after: z.coerce.number().int().exactOptional().describe('Only requests with a higher number.'),
});

/** Which requests the log lists. */
export type RequestFilter = z.output<typeof requestFilter>;

export const requestRoutes = {
  'GET /requests': {
    summary: 'Lists the newest requests that match, newest first.',
    query: requestFilter.extend({ limit: limit(200, 2_000) }),
    result: result<RequestSummary[]>(),
  },
  'DELETE /requests': { summary: 'Empties the request log of the outlet.' },
  'GET /requests/har': {
    summary: 'Returns the newest requests that match as an HTTP archive (HAR), newest first.',
    query: requestFilter.extend({ limit: limit(2_000, 2_000) }),
    result: result<HttpArchive>(),
  },
  'GET /requests/{id}': {
    summary: 'Returns a request and its response by its number.',
    result: result<RequestView>(),
  },
  'POST /requests/{id}/send': {
    summary: 'Sends a request again with its API key.',
    body: z.strictObject({
      isNewKey: z
        .boolean()
        .default(false)
        .describe('Whether to send another idempotency key. Default: false.'),
    }),
  },
  'GET /wait-for/request': {
    summary: 'Returns the oldest request that matches, as soon as it has its response.',
    query: requestFilter.extend({ timeout }),
    result: result<RequestSummary>(),
  },
  'GET /rate-limit': {
    summary: 'Counts the requests of the last minute by key and window.',
    result: result<RateLimitView>(),
  },
} as const satisfies RouteTable;

/** A request to the API, without its bodies. */
export interface RequestSummary {
  /** Ascending from 1. */
  readonly number: number;
  readonly at: string;
  readonly method: string;
  /** The path below `/api/v1`, or the whole path if it is not below `/api/v1`, with the query. */
  readonly path: string;
  /** `null` until there is a response, and if the connection broke before it. */
  readonly status: number | null;
  /** Until the last byte of the response; `null` if there is no response yet. */
  readonly duration: number | null;
  /** The ID, label and use case of the key; `undefined` if the token belongs to no key. */
  readonly keyId: string | undefined;
  readonly keyLabel: string | undefined;
  readonly useCase: UseCase | undefined;
  /** The outlet of the key; `undefined` if the token belongs to no key. */
  readonly outletId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly isReplay: boolean;
  /** The number of the request that a replay repeats; `undefined` if the log no longer has it. */
  readonly originalNumber: number | undefined;
  /** The order that the request created, read or changed. */
  readonly orderId: string | undefined;
  /** The partner's reference of the order, the guest's name, or the channel's name. */
  readonly orderTitle: string | undefined;
  /** The numbers of the webhook events that the request caused. */
  readonly events: readonly number[];
  /** The end of the window: `x-ratelimit-reset`. `undefined` without a rate limit. */
  readonly windowEnd: string | undefined;
  readonly remaining: number | undefined;
  /** The fault that the request got. */
  readonly fault: FaultKind | undefined;
  /** Why the request failed; `undefined` if it succeeded or waits for its response. */
  readonly reason: string | undefined;
}

export interface RequestView extends RequestSummary {
  readonly url: string;
  /** `authorization` has its scheme and the length of its token, such as `Bearer … (213 characters)`. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** At most 64 KB. */
  readonly requestBody: string;
  readonly isRequestCut: boolean;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** At most 64 KB. */
  readonly responseBody: string;
  readonly isResponseCut: boolean;
  /**
   * What the same request leads to now: an effect, the first response again, or a 409 because its idempotency key was used with another
   * request. `unauthorized` if its API key is revoked or deleted. `undefined` if its token never belonged to a key, or if the log does not
   * have its whole body.
   */
  readonly repetition: Repetition | 'unauthorized' | undefined;
  /** The paths of the fields that the response rejects, such as `items[0].quantity`. */
  readonly rejectedFields: readonly string[];
  /** The same request; `undefined` if the log does not have its whole body. */
  readonly again: RequestCode | undefined;
  /** The same request, with another idempotency key if it has one. */
  readonly withNewKey: RequestCode | undefined;
}

/** A request as commands and code that send it. */
export interface RequestCode {
  /** A curl command, with the token in `$OUTLET_ACCESS_TOKEN`. */
  readonly curl: string;
  /** Code of the SDK; `undefined` if no method sends the request. */
  readonly sdk: string | undefined;
}

/** An HTTP archive, without the tokens. */
export interface HttpArchive {
  readonly log: {
    readonly version: '1.2';
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly Readonly<Record<string, unknown>>[];
  };
}

export interface RateLimitView {
  /** The requests that a window allows; `undefined` without a rate limit. */
  readonly limit: number | undefined;
  /** The length of a window. */
  readonly interval: number;
  /** The start of each window of the last minute, oldest first. */
  readonly windows: readonly string[];
  readonly keys: readonly {
    readonly id: string;
    readonly label: string;
    /** The requests of each window: those that were performed, and those that got a 429. */
    readonly allowed: readonly number[];
    readonly rejected: readonly number[];
  }[];
}
