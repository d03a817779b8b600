import { apiUrl, baseUrlProblem, parseUrl } from './base-url.js';
import { hasMethods, isCount } from './checks.js';
import type { Issue } from './errors/issue.js';
import { RequestValidationError } from './errors/request-validation-error.js';
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

/**
 * Checks the options of a client and adds the defaults.
 *
 * @throws RequestValidationError that lists every invalid option
 */
export function settingsFrom(options: OutletClientOptions, closed: readonly Cancellation[]): Settings {
  const { accessToken, baseUrl } = options;
  const url = parseUrl(baseUrl);
  const issues = [
    ...issue('baseUrl', baseUrl === undefined ? missing('OUTLET_BASE_URL') : baseUrlProblem(url, options)),
    ...issue('accessToken', typeof accessToken === 'function' ? undefined : accessTokenProblem(accessToken)),
    ...checkDuration('timeout', options.timeout),
    ...checkDuration('deadline', options.deadline),
    ...checkMaxRetries(options.maxRetries),
    ...issue('rateLimit', rateLimitProblem(options.rateLimit)),
    ...issue('maxQueued', boundProblem(options.maxQueued)),
    ...issue('maxResponseBytes', boundProblem(options.maxResponseBytes)),
    ...issue('responseValidation', oneOf(['strict', 'lenient', 'off'], options.responseValidation)),
    ...issue('logLevel', oneOf(logLevels, options.logLevel)),
    ...issue('cursorParam', nameProblem(options.cursorParam)),
    ...issue('nextField', nameProblem(options.nextField)),
    ...issue('fetch', functionProblem(options.fetch)),
    ...issue('logger', loggerProblem(options.logger)),
    ...Object.entries(options.hooks ?? {}).flatMap(([name, hook]) =>
      issue(`hooks.${name}`, functionProblem(hook)),
    ),
    ...issue('allowInsecureHttp', flagProblem(options.allowInsecureHttp)),
  ];
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

function issue(path: string, message: string | undefined): Issue[] {
  return message === undefined ? [] : [{ path, message }];
}

function missing(variable: string): string {
  return `is missing: pass it, or set ${variable}`;
}

function accessTokenProblem(token: unknown): string | undefined {
  return token === undefined ? missing('OUTLET_ACCESS_TOKEN') : tokenProblem(token);
}

function rateLimitProblem(rateLimit: unknown): string | undefined {
  if (rateLimit === undefined || rateLimit === false) return undefined;
  if (hasMethods(rateLimit, 'take', 'state')) return undefined;
  const { requests, interval } = isRecord(rateLimit) ? rateLimit : {};
  const isLimit =
    isCount(requests) && typeof interval === 'number' && interval > 0 && interval <= maxTimerDelay;
  return isLimit
    ? undefined
    : 'must be { requests, interval } with positive numbers (interval at most 24.8 days), a RateLimiter, or false';
}

function boundProblem(bound: unknown): string | undefined {
  const isBound = bound === undefined || bound === Number.POSITIVE_INFINITY || isCount(bound);
  return isBound ? undefined : 'must be a whole number from 1 up, or Infinity';
}

function nameProblem(name: unknown): string | undefined {
  const isName = name === undefined || (typeof name === 'string' && name !== '');
  return isName ? undefined : 'must be a non-empty string';
}

function functionProblem(value: unknown): string | undefined {
  return value === undefined || typeof value === 'function' ? undefined : 'must be a function';
}

function loggerProblem(logger: Partial<Logger> | undefined): string | undefined {
  const isLogger =
    logger &&
    [logger.debug, logger.info, logger.warn, logger.error].every((log) => typeof log === 'function');
  return logger === undefined || isLogger ? undefined : 'must have the functions debug, info, warn and error';
}

function flagProblem(flag: unknown): string | undefined {
  return flag === undefined || typeof flag === 'boolean' ? undefined : 'must be true or false';
}

function oneOf(allowed: readonly string[], value: string | undefined): string | undefined {
  return value === undefined || allowed.includes(value) ? undefined : `must be one of ${allowed.join(', ')}`;
}
