import { validate as isUuid, version as uuidVersion } from 'uuid';
import type { Cancellation } from '../cancellation.js';
import { type Issue, issuesIn, redactKey, type Verdict } from '../errors/issue.js';
import { isPlain } from '../json.js';
import type { Method } from '../operations/operation.js';
import { checkDuration, checkOneOf, checkSignal, checkText } from '../options/checks.js';
import { type OptionReader, optionIssues } from '../options/read-options.js';
import type { Priority } from '../rate-limit/rate-limiter.js';
import { entriesOf } from './entries.js';

/** Headers by name, or as pairs: the `Headers` of any package, a `Map`, or a list. */
export type HeaderEntries =
  | Headers
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | undefined>>;

/**
 * Options of one call. The client option of the same name sets the default.
 * @example
 * ```ts
 * await outlet.orders.get(id, { deadline: 3_000, maxRetries: 1, priority: 'background' });
 * ```
 */
export interface CallOptions {
  /**
   * Aborts the call, which then rejects with a `CallAbortedError`. Its `outcome` says what the API can have done, and its `cause` is
   * the reason of the signal. An abort after the client has read the whole response does not change the result, except while
   * strict validation loads its schemas.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * The time limit of one attempt in milliseconds, until the last byte of the response body. A positive number, or `Infinity`.
   * @defaultValue The option of the client
   */
  readonly timeout?: number | undefined;
  /**
   * The time limit of the whole call in milliseconds, including its queue time, attempts and pauses. A positive number, or
   * `Infinity`.
   * @defaultValue The option of the client
   */
  readonly deadline?: number | undefined;
  /**
   * The maximum number of retries. The client retries only what is safe to repeat. A whole number from 0 up. 0 also turns off
   * retries after a 429.
   * @defaultValue The option of the client
   */
  readonly maxRetries?: number | undefined;
  /**
   * Additional request headers. They replace `defaultHeaders` of the same name, unless they are `undefined`. You cannot pass
   * headers that the client or the runtime sets, such as `Authorization`, `Idempotency-Key`, `Content-Type` and `Host`.
   */
  readonly headers?: HeaderEntries | undefined;
  /**
   * The lane in which the call waits for the rate limit. Interactive calls go first. `waitFor` and sync runs always use
   * `'background'`. An order feed uses `'interactive'` for first attempts, at most two at a time for each API key.
   * @defaultValue `'background'` for lists with pages, otherwise `'interactive'`
   */
  readonly priority?: Priority | undefined;
  /**
   * Additional, untyped query parameters. They replace typed parameters of the same name, and can have values that the types do
   * not allow. The client joins lists with commas, sends a `Date` as ISO 8601, and leaves out `undefined` and `null`.
   */
  readonly query?:
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
}

/** Options of a PUT or POST. */
export interface WriteOptions extends CallOptions {
  /**
   * Additional, untyped fields of the request body. They replace typed fields of the same name, and can have values that the
   * types do not allow. A field that is `undefined` is left out, and an idempotency key is rejected, because it is an option.
   */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
}

/** Options of a POST. */
export interface PostOptions extends WriteOptions {
  /**
   * The idempotency key: a UUID v4, which the client sends in lower case. To repeat a call after a crash, pass the key and the body
   * of the first call. A 401 ends a call with a key that you pass, even if `accessToken` has a new token. Another API key may not
   * know the key, and would perform the call again. API specification: Limits › Idempotency rules
   * @defaultValue A new UUID for each call
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * Sends the call only with the API key that has this hash, which `outlet.keyHash()` returns. With another API key, the call rejects with
   * an `AccessTokenError`, and nothing is sent. Pass the stored hash with a stored `idempotencyKey`.
   * @defaultValue Any API key
   */
  readonly keyHash?: string | undefined;
}

/** Options of a page. A list ends the requests of its pages with a `Cancellation`. */
export type PageOptions = Omit<CallOptions, 'signal'> & {
  readonly signal?: AbortSignal | Cancellation | undefined;
  /** What happens if the page has no next cursor, but more pages may follow. */
  readonly missingNext?: 'warn' | 'error' | undefined;
  /** The cursor of the page; `undefined` for the first one. */
  readonly cursor?: string | undefined;
};

/** Returns what is wrong with the options of a call. */
export function checkCallOptions(method: Method, options: PostOptions): readonly Issue[] {
  if (method === 'GET') return optionIssues<CallOptions>(options, callOptions);
  if (method === 'POST') return optionIssues<PostOptions>(options, postOptions);
  return optionIssues<WriteOptions>(options, writeOptions);
}

/** Reads the options of a call. */
export function callOptions(option: OptionReader<CallOptions>) {
  return {
    signal: option('signal', checkSignal, undefined),
    timeout: option('timeout', checkDuration, undefined),
    deadline: option('deadline', checkDuration, undefined),
    maxRetries: option('maxRetries', checkMaxRetries, undefined),
    headers: option('headers', checkHeaders, undefined),
    priority: option('priority', checkOneOf('interactive', 'background'), undefined),
    query: option('query', checkQuery, undefined),
  };
}

function writeOptions(option: OptionReader<WriteOptions>) {
  return { ...callOptions(option), extraBody: option('extraBody', checkBody, undefined) };
}

function postOptions(option: OptionReader<PostOptions>) {
  return {
    ...writeOptions(option),
    idempotencyKey: option('idempotencyKey', checkIdempotencyKey, undefined),
    keyHash: option('keyHash', checkText, undefined),
  };
}

export function checkMaxRetries(value: unknown): Verdict {
  return (Number.isInteger(value) && Number(value) >= 0) || 'must be a whole number from 0 up';
}

export function checkHeaders(headers: CallOptions['headers']): Verdict {
  if (!entriesOf(headers)) return 'must be a plain object, or pairs such as Headers or a Map';
  return headerEntries(headers).flatMap(([name, value]) =>
    issuesIn({ [redactKey(name)]: checkHeader(name, value) }),
  );
}

function checkQuery(query: unknown): Verdict {
  return (
    entriesOf(query) !== undefined || 'must be a plain object, or pairs such as URLSearchParams or a Map'
  );
}

function checkBody(body: unknown): Verdict {
  return isPlain(body) || 'must be a plain object';
}

/** Returns the headers that are set, with names in lower case. */
export function headerEntries(headers: CallOptions['headers']): [name: string, value: string][] {
  const entries = entriesOf(headers) ?? [];
  return entries.flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), String(value)]],
  );
}

function checkIdempotencyKey(key: unknown): Verdict {
  return (
    (typeof key === 'string' && isUuid(key) && uuidVersion(key) === 4) ||
    'must be a UUID v4, such as idempotencyKeyFrom() derives from your IDs'
  );
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
