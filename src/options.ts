import { apiUrl, checkBaseUrl, parseUrl } from './base-url.js';
import { checkCallback, checkEach, hasMethods, isCount, isText, type Verdict } from './checks.js';
import { issuesIn, RequestValidationError } from './errors/request-validation-error.js';
import type { RateLimit, RateLimiter } from './rate-limit/rate-limiter.js';
import { isRecord } from './records.js';
import { maxTimerDelay } from './timers.js';
import { checkDuration, checkMaxRetries } from './transport/call-options.js';
import type { Cancellation } from './transport/cancellation.js';
import type { FetchFunction } from './transport/fetch-function.js';
import { type Hooks, type Logger, type LogLevel, logLevels, Reporter } from './transport/hooks.js';
import { tokenProblem } from './transport/send/authorize.js';
import type { Settings } from './transport/settings.js';

/** Options of a client. Durations are in milliseconds. */
export interface OutletClientOptions {
  /**
   * The URL of the API. It can have a path, but no credentials, query or fragment. `/api/v1` is appended if it is missing.
   * Default: the environment variable `OUTLET_BASE_URL`.
   */
  baseUrl?: string | undefined;
  /**
   * The token of an API key, or a function that returns it. The client calls the function once per call, and once more after
   * a 401. Default: the environment variable `OUTLET_ACCESS_TOKEN`.
   */
  accessToken?: string | (() => string | Promise<string>) | undefined;
  /** Milliseconds for one attempt, until the last byte of the body: positive, or `Infinity`. Default: 30,000. */
  timeout?: number | undefined;
  /** Milliseconds for the whole call, with queue, attempts and pauses: positive, or `Infinity`. Default: `Infinity`. */
  deadline?: number | undefined;
  /**
   * Maximum number of retries of a call, if a retry is safe: a whole number from 0 up. Retries after a 429 do not count, but 0
   * turns them off. Default: 4.
   */
  maxRetries?: number | undefined;
  /**
   * The limit of this client, a limiter of your own, or `false` for none. Default: what the API states with its responses,
   * up to 50 requests a second, and 5 a second until then.
   *
   * All clients of a key share the limit of the API. A stricter limit that you set applies only to the calls of this client and of
   * clients that set the same one.
   */
  rateLimit?: RateLimit | RateLimiter | false | undefined;
  /**
   * How many calls may wait for the rate limit, in each of the lanes `interactive` and `background`: a whole number from 1 up, or
   * `Infinity`. The next call is rejected with a `QueueFullError`. Pages of lists are exempt. Default: `Infinity`.
   */
  maxQueued?: number | undefined;
  /**
   * The maximum size of a response body in bytes, uncompressed: a whole number from 1 up, or `Infinity`. A larger body rejects the
   * call with a `ResponseValidationError`. Default: 33,554,432 (32 MiB).
   */
  maxResponseBytes?: number | undefined;
  /**
   * How responses are compared with the documented fields: `lenient` reports mismatches and returns the data unchanged,
   * `strict` rejects with a `ResponseValidationError`, `off` does not compare. `lenient` checks at least the first 200
   * entities of each operation, and then a sample: of each list the first, the last and two others, and every tenth of the
   * entities that come alone. Default: `lenient`.
   */
  responseValidation?: 'strict' | 'lenient' | 'off' | undefined;
  /** The query parameter of a cursor, which the API specification does not define. Default: `cursor`. */
  cursorParam?: string | undefined;
  /**
   * The property of a list response that contains the next cursor. Set it, also to `next`, if pages without a cursor cause
   * warnings. Default: `next`.
   */
  nextField?: string | undefined;
  /** Sends one attempt. Default: the global `fetch`, looked up for each attempt. */
  fetch?: FetchFunction | undefined;
  /** Where log lines go. Default: `console`. */
  logger?: Logger | undefined;
  /** The lowest level that is logged. Default: `warn`. */
  logLevel?: LogLevel | undefined;
  /** Functions that observe calls. */
  hooks?: Hooks | undefined;
  /** Allows plain HTTP to other hosts than this one. The token is then sent unencrypted. Default: `false`. */
  allowInsecureHttp?: boolean | undefined;
}

/** Fills in environment variables. They may have changed by the time that a client is derived. */
export function withEnvironment(options: OutletClientOptions): OutletClientOptions {
  return {
    ...options,
    baseUrl: options.baseUrl ?? environment('OUTLET_BASE_URL'),
    accessToken: options.accessToken ?? environment('OUTLET_ACCESS_TOKEN'),
  };
}

/** @throws RequestValidationError that lists every invalid option */
export function settingsFrom(options: OutletClientOptions, closed: readonly Cancellation[]): Settings {
  const { accessToken, baseUrl } = options;
  const url = parseUrl(baseUrl);
  const issues = issuesIn({
    baseUrl: baseUrl === undefined ? missing('OUTLET_BASE_URL') : checkBaseUrl(url, options),
    accessToken: typeof accessToken === 'function' || checkAccessToken(accessToken),
    timeout: checkDuration(options.timeout),
    deadline: checkDuration(options.deadline),
    maxRetries: checkMaxRetries(options.maxRetries),
    rateLimit: checkRateLimit(options.rateLimit),
    maxQueued: checkBound(options.maxQueued),
    maxResponseBytes: checkBound(options.maxResponseBytes),
    responseValidation: checkOneOf(['strict', 'lenient', 'off'], options.responseValidation),
    logLevel: checkOneOf(logLevels, options.logLevel),
    cursorParam: checkName(options.cursorParam),
    nextField: checkName(options.nextField),
    fetch: checkCallback(options.fetch),
    logger: checkLogger(options.logger),
    ...checkEach(options.hooks ?? {}, checkCallback, 'hooks.'),
    allowInsecureHttp: checkFlag(options.allowInsecureHttp),
  });
  if (issues.length > 0 || url === undefined || accessToken === undefined) {
    throw new RequestValidationError('Invalid OutletClient options', issues);
  }
  return {
    baseUrl: apiUrl(url),
    accessToken,
    timeout: options.timeout ?? 30_000,
    deadline: options.deadline ?? Number.POSITIVE_INFINITY,
    maxRetries: options.maxRetries ?? 4,
    rateLimit: options.rateLimit,
    maxQueued: options.maxQueued ?? Number.POSITIVE_INFINITY,
    maxResponseBytes: options.maxResponseBytes ?? 2 ** 25,
    responseValidation: options.responseValidation ?? 'lenient',
    cursorParam: options.cursorParam ?? 'cursor',
    nextField: options.nextField,
    // Called without `this`: a browser's fetch accepts no other than its own.
    fetch: (input, init) => (options.fetch ?? globalThis.fetch)(input, init),
    reporter: new Reporter(options.hooks ?? {}, options.logger ?? console, options.logLevel ?? 'warn'),
    closed,
  };
}

function environment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name] || undefined;
  } catch {
    // Deno throws without the permission to read the environment.
    return undefined;
  }
}

function missing(variable: string): string {
  return `is missing: pass it, or set ${variable}`;
}

function checkAccessToken(token: unknown): Verdict {
  return token === undefined ? missing('OUTLET_ACCESS_TOKEN') : (tokenProblem(token) ?? true);
}

function checkRateLimit(rateLimit: unknown): Verdict {
  if (rateLimit === undefined || rateLimit === false || hasMethods(rateLimit, 'take', 'state')) return true;
  const { requests, interval } = isRecord(rateLimit) ? rateLimit : {};
  const isInterval = typeof interval === 'number' && interval > 0 && interval <= maxTimerDelay;
  return (
    (isCount(requests) && isInterval) ||
    'must be { requests, interval } with positive numbers (interval at most 24.8 days), a RateLimiter, or false'
  );
}

function checkBound(bound: unknown): Verdict {
  const isBound = bound === undefined || bound === Number.POSITIVE_INFINITY || isCount(bound);
  return isBound || 'must be a whole number from 1 up, or Infinity';
}

function checkName(name: unknown): Verdict {
  return name === undefined || isText(name) || 'must be a non-empty string';
}

function checkLogger(logger: unknown): Verdict {
  const isLogger = logger === undefined || hasMethods(logger, 'debug', 'info', 'warn', 'error');
  return isLogger || 'must have the functions debug, info, warn and error';
}

function checkFlag(flag: unknown): Verdict {
  return flag === undefined || typeof flag === 'boolean' || 'must be true or false';
}

function checkOneOf(allowed: readonly string[], value: string | undefined): Verdict {
  return value === undefined || allowed.includes(value) || `must be one of ${allowed.join(', ')}`;
}
