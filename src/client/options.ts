import type { Cancellation } from '../cancellation.js';
import type { Verdict } from '../errors/issue.js';
import { environmentVariable } from '../host.js';
import { isPlain } from '../json.js';
import type { Logger } from '../logger.js';
import { maxRangeDays } from '../operations/operation.js';
import {
  checkBound,
  checkCount,
  checkDuration,
  checkFlag,
  checkFunction,
  checkInterval,
  checkOneOf,
  checkText,
  hasMethods,
} from '../options/checks.js';
import { checkOptions, readOptions } from '../options/read-options.js';
import type { RateLimit, RateLimiter } from '../rate-limit/rate-limiter.js';
import {
  checkHeaders,
  checkMaxRetries,
  type HeaderEntries,
  headerEntries,
} from '../transport/call-options.js';
import type { FetchFunction } from '../transport/fetch-function.js';
import type { Hooks } from '../transport/hooks.js';
import { checkNames, checkPath, type PerList } from '../transport/list-names.js';
import { type LogLevel, logLevels, Reporter } from '../transport/reporter.js';
import { type AccessTokenRequest, checkToken, type Settings } from '../transport/settings.js';
import { type AppInfo, checkAppInfo, userAgentOf } from './app-info.js';
import { apiUrl, checkBaseUrl } from './base-url.js';

/** Options of a client. All durations are in milliseconds. */
export interface OutletClientOptions {
  /**
   * The URL of the API, for example of the sandbox. It can have a path, but no credentials, query or fragment. The client
   * appends `/api/v1` if it is missing.
   * @defaultValue The environment variable `OUTLET_BASE_URL`
   */
  readonly baseUrl?: string | undefined;
  /**
   * The token of an API key, or a function that returns the token. The client calls the function once per call, and again
   * after a 401, with the rejected token. If it returns that token again, the call fails with the 401. A POST with an idempotency
   * key that you passed fails with the 401 in any case, because another API key may not know the key.
   * @defaultValue The environment variable `OUTLET_ACCESS_TOKEN`
   */
  readonly accessToken?: string | ((request: AccessTokenRequest) => string | Promise<string>) | undefined;
  /**
   * The time limit of one attempt in milliseconds, until the last byte of the response body. A positive number, or `Infinity`.
   * @defaultValue `30_000`
   */
  readonly timeout?: number | undefined;
  /**
   * The time limit of the whole call in milliseconds, including its queue time, attempts and pauses. A positive number, or
   * `Infinity`.
   * @defaultValue `Infinity`
   */
  readonly deadline?: number | undefined;
  /**
   * The maximum number of retries of a call. The client retries only what is safe to repeat. A whole number from 0 up. Retries
   * after a 429 do not count, but 0 turns them off.
   * @defaultValue `4`
   */
  readonly maxRetries?: number | undefined;
  /**
   * The rate limit of this client, a custom rate limiter, or `false` for no limit. By default, the client starts with 5
   * requests per second and then uses the limit that the response headers state, up to 50 per second. All clients of a key
   * share this limit. A stricter limit that you set applies only to clients that set the same one.
   * @defaultValue The limit that the API states
   */
  readonly rateLimit?: RateLimit | RateLimiter | false | undefined;
  /**
   * How many calls can wait for the rate limit in each lane, `interactive` and `background`. A whole number from 1 up, or
   * `Infinity`. The client rejects further calls with a `QueueFullError`. Pages of lists are exempt. A custom rate limiter needs
   * `state` for this option.
   * @defaultValue `Infinity`
   */
  readonly maxQueued?: number | undefined;
  /**
   * What the client does while the API is down. An outage begins when no attempt with the key has succeeded for 3 s, and 10 have failed
   * or 5 have timed out. Lost connections, time-outs and statuses from 500 up count. Interactive calls then fail at once, and background
   * calls wait until one of the probes succeeds that are sent about once a second. All clients of the key in this process share this
   * state. `false` only retries. Guide: Retries › Outages.
   * @defaultValue a `maxWait` of half an hour
   */
  readonly outage?: OutageOptions | false | undefined;
  /**
   * The maximum size of a response body in bytes, after decompression. A whole number from 1 up, or `Infinity`. The client
   * rejects larger bodies with a `ResponseValidationError`. A page of 50 orders has about 60 KB, and a menu of 5,000 items with
   * two options each has about 1 MB. Once parsed, a hostile body takes up to 30 times its size in memory.
   * @defaultValue `4_194_304`
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * What happens if a response differs from the documented fields: `lenient`, `strict` or `off`.
   * - `lenient`: The client checks the first three entities of each response and the last one. It reports the difference and
   *   returns the data unchanged.
   * - `strict`: The client checks every entity, and rejects the call with a `ResponseValidationError`.
   * - `off`: The client does not check.
   * @defaultValue `'lenient'`
   */
  readonly responseValidation?: 'strict' | 'lenient' | 'off' | undefined;
  /**
   * The query parameter that contains the cursor of a page, for every list or for each list. The API specification does not define
   * its name.
   * @example `{ orders: 'after', goodsReceipts: 'cursor' }`
   * @defaultValue `'cursor'`
   */
  readonly cursorParam?: string | PerList<string> | undefined;
  /**
   * The field of a list response that contains the cursor of the next page. You can pass its name, a path such as
   * `pagination.next`, or a response header such as `Link`. A single name is that of the orders. Goods receipts and action logs have the
   * documented field `next`, which the client reads first. If pages without a cursor cause warnings, set this option, even to `next`.
   * @example `{ orders: 'nextCursor' }`
   * @defaultValue `'next'`
   */
  readonly nextField?: string | PerList<string> | undefined;
  /**
   * The field of a list response that contains the records, or its path, such as `data.items`, for every list or for each list.
   * @example `{ orders: 'data.items' }`
   * @defaultValue `data`, or the only list of the response
   */
  readonly itemsField?: string | PerList<string> | undefined;
  /**
   * The longest range that a request of a list covers, in days. Set a shorter one if the API rejects ranges of exactly 31 days. A
   * positive number up to 31. API specification: Limits › Date range.
   * @defaultValue `31`
   */
  readonly maxRangeDays?: number | undefined;
  /**
   * Your app. The client adds it to its `User-Agent`, as in `outlet-open-api/1.2.3 my-app/2.3.1 (https://my-app.example)`, so that
   * the operator of the API can find your requests. A `User-Agent` in `defaultHeaders` or `headers` replaces all of this.
   */
  readonly appInfo?: AppInfo | undefined;
  /**
   * Request headers of every call. A header in the call option `headers` replaces the default of the same name, unless it is
   * `undefined`. You cannot pass headers that the client or the runtime sets, such as `Authorization`, `Idempotency-Key`,
   * `Content-Type` and `Host`.
   */
  readonly defaultHeaders?: HeaderEntries | undefined;
  /** The function that sends each attempt. It must not repeat requests, because the client does. @defaultValue `globalThis.fetch`, looked up for each attempt */
  readonly fetch?: FetchFunction | undefined;
  /**
   * Receives the log messages. A logger gets each warning once, even if many clients share it, or have child loggers of one pino
   * logger.
   * @defaultValue `console`
   */
  readonly logger?: Logger | undefined;
  /** The lowest level that the client logs. @defaultValue `'warn'` */
  readonly logLevel?: LogLevel | undefined;
  /** Functions that the client calls for each attempt, response, retry and wait. */
  readonly hooks?: Hooks | undefined;
  /** Allows plain HTTP to other hosts than this machine. The client then sends the token unencrypted. @defaultValue `false` */
  readonly allowInsecureHttp?: boolean | undefined;
}

/**
 * Options for outages.
 * @inline
 */
export interface OutageOptions {
  /**
   * The longest wait of a background call for the end of an outage, in milliseconds, unless its deadline passes first. A positive number,
   * or `Infinity`.
   * @defaultValue `1_800_000`
   */
  readonly maxWait?: number | undefined;
}

/** Checks the options and fills in the defaults. @throws {@link RequestValidationError} that lists every invalid option */
export function completeOptions(options: OutletClientOptions) {
  return readOptions('Invalid OutletClient options', options, (option) => ({
    baseUrl: option('baseUrl', (url) => checkBaseUrl(url, options), environmentVariable('OUTLET_BASE_URL')),
    accessToken: option('accessToken', checkAccessToken, environmentVariable('OUTLET_ACCESS_TOKEN')),
    timeout: option('timeout', checkDuration, 30_000),
    deadline: option('deadline', checkDuration, Number.POSITIVE_INFINITY),
    maxRetries: option('maxRetries', checkMaxRetries, 4),
    rateLimit: option('rateLimit', checkRateLimit, undefined),
    maxQueued: option('maxQueued', (max) => checkMaxQueued(max, options), Number.POSITIVE_INFINITY),
    outage: option('outage', checkOutage, {}),
    maxResponseBytes: option('maxResponseBytes', checkBound, 4_194_304),
    responseValidation: option('responseValidation', checkOneOf('strict', 'lenient', 'off'), 'lenient'),
    cursorParam: option('cursorParam', checkNames(checkText), undefined),
    nextField: option('nextField', checkNames(checkPath), undefined),
    itemsField: option('itemsField', checkNames(checkPath), undefined),
    maxRangeDays: option('maxRangeDays', checkRangeDays, maxRangeDays),
    appInfo: option('appInfo', checkAppInfo, undefined),
    defaultHeaders: option('defaultHeaders', checkHeaders, undefined),
    fetch: option('fetch', checkFunction, undefined),
    logger: option('logger', checkLogger, console),
    logLevel: option('logLevel', checkOneOf(...logLevels), 'warn'),
    hooks: option('hooks', checkHooks, undefined),
    allowInsecureHttp: option('allowInsecureHttp', checkFlag, false),
  }));
}

/** @param closed - abort when this client, or a client that it was derived from, is closed */
export function settingsFrom(options: OutletClientOptions, closed: readonly Cancellation[]): Settings {
  const { baseUrl, appInfo, defaultHeaders, hooks, logger, logLevel, outage, ...settings } =
    completeOptions(options);
  const url = new URL(baseUrl);
  // The spread comes last, because V8 needs 30 µs to add these members to an object after a spread.
  return {
    origin: url.origin,
    baseUrl: apiUrl(url),
    outage: outage && { maxWait: outage.maxWait ?? 1_800_000 },
    headers: {
      accept: 'application/json',
      'user-agent': userAgentOf(appInfo),
      ...Object.fromEntries(headerEntries(defaultHeaders)),
    },
    reporter: new Reporter(hooks, logger, logLevel),
    followedLists: new Set<string>(),
    closed,
    ...settings,
  };
}

function checkAccessToken(token: unknown): Verdict {
  if (token === '') return 'is missing: pass it, or set OUTLET_ACCESS_TOKEN';
  return typeof token === 'function' || checkToken(token);
}

function checkRateLimit(rateLimit: OutletClientOptions['rateLimit']): Verdict {
  if (rateLimit === false || isLimiter(rateLimit)) return true;
  const isLimit = isPlain(rateLimit) && ('requests' in rateLimit || 'interval' in rateLimit);
  return isLimit ? checkLimit(rateLimit) : 'must be { requests, interval }, a RateLimiter, or false';
}

const checkLimit = checkOptions<RateLimit>((option) => ({
  requests: option('requests', checkCount),
  interval: option('interval', checkInterval),
}));

function isLimiter(value: unknown): value is RateLimiter {
  return hasMethods(value, 'take') && (hasMethods(value, 'state') || Object(value).state === undefined);
}

function checkMaxQueued(maxQueued: unknown, { rateLimit }: OutletClientOptions): Verdict {
  if (maxQueued !== Number.POSITIVE_INFINITY && isLimiter(rateLimit) && !hasMethods(rateLimit, 'state'))
    return 'needs a rateLimit with state(): add that method, or set maxQueued to Infinity';
  return checkBound(maxQueued);
}

function checkOutage(outage: OutletClientOptions['outage']): Verdict {
  if (isPlain(outage)) return checkOutageOptions(outage);
  return outage === false || 'must be false, or an object such as { maxWait: 60_000 }';
}

function checkRangeDays(days: unknown): Verdict {
  const isDays = typeof days === 'number' && days > 0 && days <= maxRangeDays;
  return isDays || `must be a positive number of days, at most ${maxRangeDays}`;
}

function checkLogger(logger: unknown): Verdict {
  const isLogger = hasMethods(logger, 'debug', 'info', 'warn', 'error');
  return isLogger || 'must have the functions debug, info, warn and error';
}

const checkOutageOptions = checkOptions<OutageOptions>((option) => ({
  maxWait: option('maxWait', checkDuration, undefined),
}));

const checkHooks = checkOptions<Hooks>((hook) => ({
  onAttempt: hook('onAttempt', checkFunction, undefined),
  onAttemptEnd: hook('onAttemptEnd', checkFunction, undefined),
  onSchemaMismatch: hook('onSchemaMismatch', checkFunction, undefined),
}));
