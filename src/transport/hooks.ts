import type { RateLimitHeaders } from '../rate-limit/rate-limiter.js';

/**
 * Describes an attempt that is about to be sent. It is safe to log: it contains no input of the call, except the path of
 * `outlet.request()`.
 */
export interface RequestEvent {
  /** Resource and method of the client, such as `orders.create`. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path template, such as `/orders/{orderId}`. */
  readonly path: string;
  /** The UUID v4 of a POST; `undefined` for other methods. */
  readonly idempotencyKey: string | undefined;
  /** The number of the attempt, from 1 up. */
  readonly attempt: number;
}

/** Describes an attempt that received a response. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status. */
  readonly status: number;
  /** Milliseconds from the request to the last byte of the body. */
  readonly duration: number;
  /** The rate limit of the key, if the response stated it. */
  readonly rateLimit: RateLimitHeaders | undefined;
}

/** Describes a retry that is about to be sent. `attempt` is the number of the failed attempt. */
export interface RetryEvent extends RequestEvent {
  /** Why the attempt failed: `status 503`, or the name of the error. */
  readonly reason: string;
}

/** Describes an attempt that waited 5 ms or more for the rate limit, or that the API rejected with 429. */
export interface RateLimitEvent extends RequestEvent {
  /** `wait`: the attempt waited in the queue. `refused`: the API returned 429. */
  readonly kind: 'wait' | 'refused';
  /** Milliseconds that the attempt waited, or the `retryAfter` of the 429 in milliseconds (0 if it has none). */
  readonly wait: number;
}

/** Describes a response that differs from the documented fields. Reported once per operation and path. */
export interface SchemaMismatchEvent {
  /** Resource and method of the client, such as `orders.get`. */
  readonly operation: string;
  /** The field that differs, such as `items[].quantity`. */
  readonly path: string;
  /** How the field differs. It never contains the value. */
  readonly message: string;
}

/**
 * Functions that observe calls. They cannot change a call. If a hook throws, the call continues.
 * @example
 * ```ts
 * const hooks: Hooks = { onResponse: ({ operation, status, duration }) => console.log(operation, status, duration) };
 * ```
 */
export interface Hooks {
  /** Called before each attempt is sent. */
  onRequest?: ((info: RequestEvent) => void) | undefined;
  /** Called when a response was read, or when its body broke off. Not called if there was no response. */
  onResponse?: ((info: ResponseEvent) => void) | undefined;
  /** Called when a retry starts. */
  onRetry?: ((info: RetryEvent) => void) | undefined;
  /** Called when an attempt has waited 5 ms or more for the rate limit, and for each 429. */
  onRateLimit?: ((info: RateLimitEvent) => void) | undefined;
  /** Called once per operation and path if a response differs from the documented fields. Strict mode throws instead. */
  onSchemaMismatch?: ((info: SchemaMismatchEvent) => void) | undefined;
}

/** A logger: `console`, or any object with the same four methods. */
export interface Logger {
  /** Logs requests, responses and waits for the rate limit. */
  debug(message: string, details?: object): void;
  /** Logs retries and 429s. */
  info(message: string, details?: object): void;
  /** Logs problems, such as responses that differ from the documented fields. */
  warn(message: string, details?: object): void;
  /** Logs hooks that threw an error. */
  error(message: string, details?: object): void;
}

/** The lowest level that is logged; `off` logs nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off';

export const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'off'];

/** Reports events to the hooks and the logger. */
export class Reporter {
  readonly #hooks: Hooks | undefined;
  readonly #logger: Logger;
  readonly #minLevel: number;
  /** Messages that are reported only once. Created with the first, because most clients report none. */
  #reported: Set<string> | undefined;

  constructor(hooks: Hooks | undefined, logger: Logger, level: LogLevel) {
    this.#hooks = hooks;
    this.#logger = logger;
    this.#minLevel = logLevels.indexOf(level);
  }

  /** Shares the set of reported messages with another reporter, so that neither repeats a message. */
  shareReportedWith(other: Reporter): void {
    other.#reported ??= new Set();
    this.#reported = other.#reported;
  }

  request(info: RequestEvent): void {
    this.#call('onRequest', (hooks) => hooks.onRequest?.(info));
    this.#log('debug', info, () => `${nameOf(info)}: sending attempt ${info.attempt}`);
  }

  response(info: ResponseEvent): void {
    this.#call('onResponse', (hooks) => hooks.onResponse?.(info));
    this.#log(
      'debug',
      info,
      () => `${nameOf(info)} returned ${info.status} in ${Math.round(info.duration)} ms`,
    );
  }

  retry(info: RetryEvent): void {
    this.#call('onRetry', (hooks) => hooks.onRetry?.(info));
    this.#log('info', info, () => `${nameOf(info)} is retried after attempt ${info.attempt}: ${info.reason}`);
  }

  queued(info: RateLimitEvent): void {
    this.#call('onRateLimit', (hooks) => hooks.onRateLimit?.(info));
    this.#log('debug', info, () => `${nameOf(info)} waited ${Math.round(info.wait)} ms for the rate limit`);
  }

  rateLimited(info: RateLimitEvent): void {
    this.#call('onRateLimit', (hooks) => hooks.onRateLimit?.(info));
    this.#log('info', info, () => `${nameOf(info)} returned 429 with a retryAfter of ${info.wait} ms`);
  }

  schemaMismatch({ operation, path, message }: SchemaMismatchEvent): void {
    const info = { operation, path: path.replace(/\[\d+\]/g, '[]'), message };
    if (!this.#isFirst(`${operation} ${info.path}`)) return;
    this.#call('onSchemaMismatch', (hooks) => hooks.onSchemaMismatch?.(info));
    const place = info.path || 'its root';
    this.#log(
      'warn',
      info,
      () => `The response of ${operation} differs from its documentation at ${place}: ${message}`,
    );
  }

  /** Logs a warning once. */
  warn(message: string): void {
    if (this.#isFirst(message)) this.#log('warn', undefined, () => message);
  }

  #isFirst(message: string): boolean {
    this.#reported ??= new Set();
    const isFirst = !this.#reported.has(message);
    this.#reported.add(message);
    return isFirst;
  }

  #call(name: keyof Hooks, call: (hooks: Hooks) => void): void {
    const hooks = this.#hooks;
    if (!hooks?.[name]) return;
    callSafely(
      () => call(hooks),
      () => this.#log('error', undefined, () => `The hook ${name} threw an error; the call continues`),
    );
  }

  #log(level: Exclude<LogLevel, 'off'>, details: object | undefined, message: () => string): void {
    if (logLevels.indexOf(level) < this.#minLevel) return;
    callSafely(
      () => this.#logger[level](`outlet-open-api: ${message()}`, ...(details ? [details] : [])),
      // The logger failed, so the failure cannot be logged.
      () => {},
    );
  }
}

/** Calls a function of the user. Calls `onError` if it throws or rejects. */
function callSafely(call: () => unknown, onError: () => void): void {
  new Promise((resolve) => resolve(call())).catch(onError);
}

function nameOf({ method, path }: RequestEvent): string {
  return `${method} ${path}`;
}
