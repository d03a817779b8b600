import { publish } from '../diagnostics/channels.js';
import type { AttemptMessage } from '../diagnostics/messages.js';
import { callSafely, type Logger, writeLog } from '../logger.js';

/**
 * Describes an attempt that is about to be sent. It is safe to log: it contains no input of the call, except the path of
 * `outlet.request()`.
 */
export interface RequestEvent {
  /** Identifies the call in logs, hooks and errors, such as `1f0c9a3e-1c`. The client does not send it. */
  readonly requestId: string;
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
export interface ResponseEvent extends AttemptMessage {
  /** The HTTP status. */
  readonly status: number;
}

/** Describes a retry that is about to be sent. `attempt` is the number of the failed attempt. */
export interface RetryEvent extends RequestEvent {
  /**
   * Why the attempt failed: `status 503`, the name of the error, or for a connection also its code, such as
   * `ConnectionError ECONNREFUSED`.
   */
  readonly failure: string;
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

/** The event of each hook. */
type HookEvents = { [Name in keyof Hooks]-?: Parameters<NonNullable<Hooks[Name]>>[0] };

/** The lowest level that is logged; `off` logs nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off';

export const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'off'];

/** The shortest wait that is reported to hooks and in log lines. Milliseconds. */
export const minReportedWait = 5;

/** Reports events to the diagnostics channels, the hooks and the logger. */
export class Reporter {
  readonly #hooks:
    | { [Name in keyof HookEvents]?: ((event: HookEvents[Name]) => void) | undefined }
    | undefined;
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
    this.#call('onRequest', info);
  }

  retry(info: RetryEvent): void {
    publish('retry', info);
    this.#call('onRetry', info);
  }

  rateLimit(info: RateLimitEvent): void {
    publish('rate-limit', info);
    this.#call('onRateLimit', info);
  }

  /** Reports an attempt that ended. */
  attempt(info: AttemptMessage, previousFailure: string | undefined): void {
    publish('attempt', info);
    if (hasResponse(info)) this.#call('onResponse', info);
    const level = info.attempt > 1 || info.status === 429 ? 'info' : 'debug';
    this.#log(level, () => describeAttempt(info, previousFailure), info);
  }

  schemaMismatch({ operation, path, message }: SchemaMismatchEvent): void {
    const info = { operation, path: path.replace(/\[\d+\]/g, '[]'), message };
    if (!this.#isFirst(`${operation} ${info.path}`)) return;
    this.#call('onSchemaMismatch', info);
    const place = info.path || 'its root';
    this.#log(
      'warn',
      () => `The response of ${operation} differs from its documentation at ${place}: ${message}`,
      // Without `message`, which winston would append to the line.
      { operation, path: info.path },
    );
  }

  /** Logs a warning once. */
  warn(message: string): void {
    if (this.#isFirst(message)) this.#log('warn', () => message);
  }

  #isFirst(message: string): boolean {
    this.#reported ??= new Set();
    const isFirst = !this.#reported.has(message);
    this.#reported.add(message);
    return isFirst;
  }

  #call<Name extends keyof HookEvents>(name: Name, event: HookEvents[Name]): void {
    const hooks = this.#hooks;
    if (!hooks?.[name]) return;
    callSafely(
      () => hooks[name]?.(event),
      () => this.#log('error', () => `The hook ${name} threw an error; the call continues`),
    );
  }

  #log(level: Exclude<LogLevel, 'off'>, message: () => string, details?: object): void {
    if (logLevels.indexOf(level) < this.#minLevel) return;
    // The console would print the details below the line, which says the same.
    writeLog(this.#logger, level, message(), this.#logger === console ? undefined : details);
  }
}

function hasResponse(info: AttemptMessage): info is ResponseEvent {
  return info.status !== undefined;
}

/** Describes an attempt that ended, and what came before it, in one line. */
function describeAttempt(info: AttemptMessage, previousFailure: string | undefined): string {
  const { status, failure, duration, backoff, queueDuration } = info;
  const isResponse = !failure || failure === `status ${status}`;
  const time = milliseconds(duration);
  const result = isResponse ? `returned ${status} in ${time}` : `failed after ${time}: ${failure}`;
  const before = [
    previousFailure && `after ${previousFailure}`,
    backoff >= minReportedWait && `backoff ${milliseconds(backoff)}`,
    queueDuration >= minReportedWait && `queue ${milliseconds(queueDuration)}`,
  ].filter(Boolean);
  const suffix = before.length > 0 ? ` (${before.join(', ')})` : '';
  return `[${info.requestId}] ${info.method} ${info.path}: attempt ${info.attempt} ${result}${suffix}`;
}

function milliseconds(duration: number): string {
  return `${Math.round(duration).toLocaleString('en')} ms`;
}
