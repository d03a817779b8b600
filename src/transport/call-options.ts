import { validate as isUuid, version as uuidVersion } from 'uuid';
import { isSignal, type Verdict } from '../checks.js';
import { type Issue, redactKey } from '../errors/issue.js';
import { issuesIn } from '../errors/request-validation-error.js';
import type { Method } from '../operations/operation.js';
import type { Priority } from '../rate-limit/rate-limiter.js';
import { isRecord } from '../records.js';

/**
 * Options of one call. An option that is left out has the value of the client.
 *
 * @example
 * ```ts
 * await outlet.orders.get(id, { signal: request.signal, deadline: 3_000, maxRetries: 1 });
 * ```
 */
export interface RequestOptions {
  /**
   * Ends the call at once. It then rejects with the signal's reason. An abort after the whole response was read does not
   * change the result, unless strict validation has to wait for its schemas.
   */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, until the last byte of the body: positive, or `Infinity`. */
  timeout?: number | undefined;
  /** Milliseconds for the whole call, with queue, attempts and pauses: positive, or `Infinity`. */
  deadline?: number | undefined;
  /** Maximum number of retries, if a retry is safe: a whole number from 0 up. 0 also turns off retries after a 429. */
  maxRetries?: number | undefined;
  /**
   * Additional headers. Headers that the client or the runtime sets are rejected, such as `Authorization`,
   * `Idempotency-Key`, `Content-Type` and `Host`.
   */
  headers?: Headers | Readonly<Record<string, string | undefined>> | undefined;
  /** The lane of the rate limiter. Default: `background` for lists, otherwise `interactive`. */
  priority?: Priority | undefined;
  /**
   * Additional, untyped query parameters. They replace typed parameters of the same name, and can have values that the types
   * do not allow. A list is joined with commas, a `Date` is sent as ISO 8601. `undefined` and `null` are left out.
   */
  query?:
    | {
        readonly [name: string]:
          | string
          | number
          | boolean
          | Date
          | readonly (string | number | boolean)[]
          | null
          | undefined;
      }
    | undefined;
  /**
   * Additional, untyped body fields. They replace typed fields of the same name, and can have values that the types do not
   * allow.
   */
  extraBody?: Readonly<Record<string, unknown>> | undefined;
}

/** Options of a POST. */
export interface PostOptions extends RequestOptions {
  /**
   * A UUID v4 of your own, to repeat a call after a crash. Default: a new one.
   *
   * Specification: "Limits", Idempotency rules.
   */
  idempotencyKey?: string | undefined;
}

/**
 * Options of one list. `timeout` and `deadline` apply to each page, and `signal` ends the iteration.
 *
 * @example
 * ```ts
 * const orders = outlet.orders.list({ from, to }, { resumeFrom: checkpoint, signal: AbortSignal.timeout(60_000) });
 * ```
 */
export interface ListOptions extends RequestOptions {
  /**
   * The `checkpoint` of the last page that you handled, of the same query. Iteration continues after that page. Default: `null`,
   * which starts from the beginning.
   */
  resumeFrom?: unknown;
  /**
   * How many slices of the range are fetched in parallel: `'auto'`, or a whole number from 1 up. Slices are delivered in order, and
   * at most 80 pages are buffered. Default: `'auto'`.
   *
   * `'auto'` starts with a slice of a day, unless the client already knows that responses are fast. While responses take under
   * 250 ms, or without a rate limit, it reads one window at a time and prefetches one page. Otherwise, it splits the rest of
   * the range into slices of about 8 pages, and reads as many in parallel as use the rate limit, at most 5.
   */
  concurrency?: 'auto' | number | undefined;
  /**
   * What happens if a page has no `next`, but other fields that can be its cursor. `warn` logs one warning and ends the list.
   * `error` rejects with a `ResponseValidationError`, so that no list is incomplete without notice. The API specification
   * does not define other names of `next`; the client option `nextField` sets one. Default: `warn`.
   */
  missingNext?: 'warn' | 'error' | undefined;
}

/** Options of a page of a list. */
export type PageOptions = Omit<ListOptions, 'resumeFrom' | 'concurrency'>;

export function checkCallOptions(method: Method, options: PostOptions): Issue[] {
  const { signal, idempotencyKey, priority, query, extraBody } = options;
  return [
    ...issuesIn({
      signal: signal === undefined || isSignal(signal) || 'must be an AbortSignal',
      idempotencyKey: checkIdempotencyKey(method, idempotencyKey),
      timeout: checkDuration(options.timeout),
      deadline: checkDuration(options.deadline),
      maxRetries: checkMaxRetries(options.maxRetries),
      priority:
        [undefined, 'interactive', 'background'].includes(priority) || 'must be interactive or background',
      query: query === undefined || isRecord(query) || 'must be an object',
      extraBody: extraBody === undefined || isRecord(extraBody) || 'must be an object',
    }),
    ...headerEntries(options.headers).flatMap(([name, value]) =>
      issuesIn({ [`headers.${redactKey(name)}`]: checkHeader(name, value) }),
    ),
  ];
}

export function checkDuration(value: unknown): Verdict {
  const isDuration = value === undefined || (typeof value === 'number' && value > 0);
  return isDuration || 'must be a positive number of milliseconds, or Infinity';
}

export function checkMaxRetries(value: unknown): Verdict {
  const isCount = value === undefined || (Number.isInteger(value) && Number(value) >= 0);
  return isCount || 'must be a whole number from 0 up';
}

/** Returns the headers that are set, with names in lower case. */
export function headerEntries(headers: RequestOptions['headers']): [name: string, value: string][] {
  const entries = headers instanceof Headers ? [...headers] : Object.entries({ ...headers });
  return entries.flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), value]]));
}

function checkIdempotencyKey(method: Method, key: unknown): Verdict {
  if (key === undefined) return true;
  if (method !== 'POST') return `is only for POST, and this is a ${method}`;
  return (typeof key === 'string' && isUuid(key) && uuidVersion(key) === 4) || 'must be a UUID v4';
}

const setByRuntime = 'is set by the runtime';

const reservedHeaders: Readonly<Record<string, string>> = {
  authorization: 'is set from accessToken',
  'idempotency-key': 'is set from the option idempotencyKey',
  'content-type': 'is always application/json',
  connection: setByRuntime,
  'content-length': setByRuntime,
  expect: setByRuntime,
  host: setByRuntime,
  'transfer-encoding': setByRuntime,
  upgrade: setByRuntime,
};

function checkHeader(name: string, value: string): Verdict {
  const reserved = Object.hasOwn(reservedHeaders, name) ? reservedHeaders[name] : undefined;
  if (reserved !== undefined) return `${reserved} and cannot be passed`;
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return 'is not a valid header';
  }
}
