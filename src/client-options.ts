import { apiAddress, baseUrlProblem, parsedUrl } from './base-url.js';
import { InvalidRequestError } from './errors/invalid-request-error.js';
import type { Issue } from './errors/issue.js';
import { type AccessToken, tokenProblem } from './http/access-token.js';
import { checkRetries, checkTime } from './http/check-options.js';
import type { ResponseValidation } from './http/check-response.js';
import type { Lifetime } from './http/lifetime.js';
import { type Hooks, type Logger, type LogLevel, logLevels, Observers } from './http/observers.js';
import type { Settings } from './http/settings.js';
import type { RateLimit, RateLimiter } from './rate-limit/rate-limiter.js';
import { isRecord } from './records.js';
import { longestTimer } from './timers.js';

/** How a client is set up. All times are in milliseconds. */
export interface OutletClientOptions {
  /**
   * The address in front of `/api/v1`, which is added where it is missing. It may have a path. Default: the environment
   * variable `OUTLET_BASE_URL`.
   */
  baseUrl?: string | undefined;
  /**
   * The token of an API key, or a function that gives it and is asked on every call, and once more after a 401. Default: the
   * environment variable `OUTLET_ACCESS_TOKEN`.
   */
  accessToken?: AccessToken | undefined;
  /** For one attempt, from the send to the last byte of the body. Default: 30,000. */
  timeout?: number | undefined;
  /** For the whole call: waiting for a turn, all attempts, all pauses. Default: `Infinity`. */
  deadline?: number | undefined;
  /** How often a call is tried again where that is safe. Default: 4. */
  maxRetries?: number | undefined;
  /**
   * Limits the requests of this client, and of clients with an equal limit for the same key. The limit replaces the default until
   * the API states one; then the stricter one applies. Also accepts a limiter of your own, or `false` to send every request at
   * once. Default: 5 requests per 1,000 ms, or what the API states, up to 50. Specification: "Limits", request rate.
   *
   * @example
   * ```ts
   * new OutletClient({ rateLimit: { requests: 3, perMs: 1_000 } });
   * ```
   */
  rateLimit?: RateLimit | RateLimiter | false | undefined;
  /**
   * How many calls may wait for their turn, interactive ones and those in the background each. A call that comes when so many
   * wait is refused at once with a `QueueFullError`; the pages of lists, of which each walk asks for few at a time, are not.
   * Default: `Infinity`.
   */
  maxQueued?: number | undefined;
  /**
   * How large the body of an answer can be, in bytes and unpacked; a larger one is not read further and ends the call with a
   * `ResponseValidationError`. Default: 33,554,432 (32 MiB).
   */
  maxResponseBytes?: number | undefined;
  /**
   * `lenient` reports where an answer differs from its documentation and hands it on, `strict` throws a
   * `ResponseValidationError`, `off` does not look. Default: `lenient`.
   */
  responseValidation?: ResponseValidation | undefined;
  /** Name of the query parameter that carries a cursor; the specification does not show it. Default: `cursor`. */
  cursorParam?: string | undefined;
  /**
   * Sends one attempt: any function in the shape of `fetch`. It is given the whole address, a method, headers, the bytes of a body,
   * and a signal. Default: the `fetch` of the runtime, looked up at each call.
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Where log lines go. Default: `console`. */
  logger?: Logger | undefined;
  /** The least important lines that are logged. Default: `warn`. */
  logLevel?: LogLevel | undefined;
  /** Functions that are told what happens. */
  hooks?: Hooks | undefined;
  /** Allows plain http to a host that is not this machine. The token then travels in clear text. Default: `false`. */
  allowInsecureHttp?: boolean | undefined;
}

/** What is said of options that are wrong. */
const refused = 'The client cannot be made';

/** Fills in what may come from the environment, which can be another one by the time that a client is derived. */
export function withEnvironment(options: OutletClientOptions): OutletClientOptions {
  const given = { ...options };
  return {
    ...given,
    baseUrl: given.baseUrl ?? environment('OUTLET_BASE_URL'),
    accessToken: given.accessToken ?? environment('OUTLET_ACCESS_TOKEN'),
  };
}

/** Checks the options of a client and completes them; throws an `InvalidRequestError` that names every wrong one. */
export function settingsFrom(options: OutletClientOptions, lives: readonly Lifetime[]): Settings {
  const { baseUrl, accessToken } = options;
  const url = parsedUrl(baseUrl);
  const rateLimit = copyOfLimit(options.rateLimit);
  const issues = [
    ...issue(
      'baseUrl',
      baseUrl === undefined
        ? 'is missing: pass it, or set OUTLET_BASE_URL'
        : baseUrlProblem(url, options.allowInsecureHttp === true),
    ),
    ...issue('accessToken', typeof accessToken === 'function' ? undefined : accessTokenProblem(accessToken)),
    ...checkTime('timeout', options.timeout),
    ...checkTime('deadline', options.deadline),
    ...checkRetries(options.maxRetries),
    ...issue('rateLimit', rateLimitProblem(rateLimit)),
    ...issue('maxQueued', boundProblem(options.maxQueued)),
    ...issue('maxResponseBytes', boundProblem(options.maxResponseBytes)),
    ...issue('responseValidation', oneOf(['strict', 'lenient', 'off'], options.responseValidation)),
    ...issue('logLevel', oneOf(logLevels, options.logLevel)),
    ...issue('cursorParam', cursorParamProblem(options.cursorParam)),
    ...issue('fetch', isOptionalFunction(options.fetch) ? undefined : 'must be a function'),
  ];
  if (issues.length > 0 || url === undefined || accessToken === undefined) {
    throw new InvalidRequestError(refused, issues);
  }
  return {
    baseUrl: apiAddress(url),
    accessToken,
    timeout: options.timeout ?? 30_000,
    deadline: options.deadline ?? Number.POSITIVE_INFINITY,
    maxRetries: options.maxRetries ?? 4,
    rateLimit,
    maxQueued: options.maxQueued ?? Number.POSITIVE_INFINITY,
    maxResponseBytes: options.maxResponseBytes ?? 2 ** 25,
    responseValidation: options.responseValidation ?? 'lenient',
    cursorParam: options.cursorParam ?? 'cursor',
    // Called on nothing: a browser's fetch refuses any other `this` than its own.
    fetch: (input, init) => (options.fetch ?? globalThis.fetch)(input, init),
    observers: new Observers(options.hooks ?? {}, options.logger ?? console, options.logLevel ?? 'warn'),
    lives,
  };
}

function environment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name] || undefined;
  } catch {
    // Deno asks for leave to look.
    return undefined;
  }
}

function issue(path: string, problem: string | undefined): Issue[] {
  return problem === undefined ? [] : [{ path, message: problem }];
}

function accessTokenProblem(token: unknown): string | undefined {
  if (token === undefined) return 'is missing: pass it, or set OUTLET_ACCESS_TOKEN';
  return tokenProblem(token);
}

/** What is checked is what holds. A limiter stays the object that it is. */
function copyOfLimit(rateLimit: OutletClientOptions['rateLimit']): OutletClientOptions['rateLimit'] {
  return rateLimit && typeof rateLimit === 'object' && !('take' in rateLimit) ? { ...rateLimit } : rateLimit;
}

function rateLimitProblem(rateLimit: unknown): string | undefined {
  if (rateLimit === undefined || rateLimit === false) return undefined;
  if (isRecord(rateLimit) && typeof rateLimit.take === 'function' && typeof rateLimit.state === 'function')
    return undefined;
  const { requests, perMs } = isRecord(rateLimit) ? rateLimit : {};
  const isLimit =
    Number.isInteger(requests) &&
    Number(requests) > 0 &&
    typeof perMs === 'number' &&
    perMs > 0 &&
    perMs <= longestTimer;
  return isLimit
    ? undefined
    : 'must be { requests, perMs } with positive numbers (perMs at most 24.8 days), a RateLimiter, or false';
}

function boundProblem(bound: unknown): string | undefined {
  if (bound === undefined || bound === Number.POSITIVE_INFINITY) return undefined;
  return Number.isInteger(bound) && Number(bound) > 0
    ? undefined
    : 'must be a whole number from 1 up, or Infinity';
}

function cursorParamProblem(name: unknown): string | undefined {
  const isName = name === undefined || (typeof name === 'string' && name !== '');
  return isName ? undefined : 'must be a non-empty string';
}

function oneOf(allowed: readonly string[], value: string | undefined): string | undefined {
  return value === undefined || allowed.includes(value) ? undefined : `must be one of ${allowed.join(', ')}`;
}

function isOptionalFunction(value: unknown): boolean {
  return value === undefined || typeof value === 'function';
}
