import type { RateLimitHeaders } from '../rate-limit/rate-limiter.js';

/** Which call something happened to. Nothing of its content stands here, so that all of it can be logged. */
export interface CallInfo {
  /** Resource and method, such as `orders.create`. */
  readonly operation: string;
  readonly method: string;
  /** The template, such as `/orders/{orderId}`. */
  readonly path: string;
  readonly idempotencyKey: string | undefined;
}

/** An attempt is about to be sent. */
export interface RequestInfo extends CallInfo {
  /** From 1 up. */
  readonly attempt: number;
}

/** An attempt was answered. */
export interface ResponseInfo extends RequestInfo {
  readonly status: number;
  /** From the send to the last byte of the body, in milliseconds. */
  readonly duration: number;
  readonly rateLimit: RateLimitHeaders | undefined;
}

/** An attempt failed and another follows. */
export interface RetryInfo extends RequestInfo {
  /** What happened: a status, or that no answer came. */
  readonly reason: string;
}

/** The rate limit made a call wait, or the service refused one. */
export interface RateLimitInfo extends CallInfo {
  readonly kind: 'wait' | 'refused';
  /** Milliseconds: how long the call waited for its turn, or the `retryAfter` of a 429 (0 where it has none). */
  readonly wait: number;
}

/** An answer differs from what is documented. Told once per operation and path. */
export interface SchemaMismatchInfo {
  readonly operation: string;
  /** Where it differs: `items[].quantity`. */
  readonly path: string;
  readonly message: string;
}

/**
 * Functions that are told what happens. They can change nothing, and one that throws disturbs nothing.
 *
 * @example
 * ```ts
 * const hooks: Hooks = { onResponse: ({ operation, status, duration }) => metrics.timing(operation, duration, { status }) };
 * ```
 */
export interface Hooks {
  /** Before each attempt is sent. */
  onRequest?: ((info: RequestInfo) => void) | undefined;
  /** After each answer was read, or broke off; not where none came. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
  /** After a failed attempt, where another one follows. */
  onRetry?: ((info: RetryInfo) => void) | undefined;
  /** When a call waited for its turn, and at each 429. */
  onRateLimit?: ((info: RateLimitInfo) => void) | undefined;
  /** Once per operation and path, where an answer differs from its documentation. Not in strict mode, which throws. */
  onSchemaMismatch?: ((info: SchemaMismatchInfo) => void) | undefined;
}

/** Where log lines go: `console`, or a logger with the same four methods. */
export interface Logger {
  debug(message: string, details?: object): void;
  info(message: string, details?: object): void;
  warn(message: string, details?: object): void;
  error(message: string, details?: object): void;
}

/** The least important lines that are still logged. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off';

export const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'off'];

/** Tells hooks and logger what happens, each line from the same safe facts. */
export class Observers {
  readonly #hooks: Hooks;
  readonly #logger: Logger;
  readonly #lowest: number;
  /** What is told once only. */
  #told = new Set<string>();

  constructor(hooks: Hooks, logger: Logger, level: LogLevel) {
    // Looked at now, as one that cannot be is refused with the other options.
    const { onRequest, onResponse, onRetry, onRateLimit, onSchemaMismatch } = hooks;
    this.#hooks = { onRequest, onResponse, onRetry, onRateLimit, onSchemaMismatch };
    this.#logger = logger;
    this.#lowest = logLevels.indexOf(level);
  }

  // Facts are put together where somebody listens: most calls are told of to nobody.

  request(facts: () => RequestInfo): void {
    this.#report('onRequest', this.#hooks.onRequest, 'debug', facts, (info) => {
      return `${nameOf(info)} is sent, attempt ${info.attempt}`;
    });
  }

  response(facts: () => ResponseInfo): void {
    this.#report('onResponse', this.#hooks.onResponse, 'debug', facts, (info) => {
      return `${nameOf(info)} was answered ${info.status} in ${Math.round(info.duration)} ms`;
    });
  }

  retry(facts: () => RetryInfo): void {
    this.#report('onRetry', this.#hooks.onRetry, 'info', facts, (info) => {
      return `${nameOf(info)} is tried again after attempt ${info.attempt}: ${info.reason}`;
    });
  }

  waited(facts: () => RateLimitInfo): void {
    this.#report('onRateLimit', this.#hooks.onRateLimit, 'debug', facts, (info) => {
      return `${nameOf(info)} waited ${Math.round(info.wait)} ms for its turn`;
    });
  }

  refused(facts: () => RateLimitInfo): void {
    this.#report('onRateLimit', this.#hooks.onRateLimit, 'info', facts, (info) => {
      return `${nameOf(info)} was answered 429 and is to wait ${info.wait} ms`;
    });
  }

  schemaMismatch({ operation, path: place, message }: SchemaMismatchInfo): void {
    const info = { operation, path: place.replace(/\[\d+\]/g, '[]'), message };
    if (!this.#isNew(`${operation} ${info.path}`)) return;
    const facts = () => info;
    this.#report('onSchemaMismatch', this.#hooks.onSchemaMismatch, 'warn', facts, () => {
      const where = info.path || 'its root';
      return `The answer of ${operation} differs from its documentation at ${where}: ${message}`;
    });
  }

  /** Does not tell again what another one has told. */
  continueFrom(other: Observers): void {
    this.#told = other.#told;
  }

  /** Warns of what is likely to come with every call: once. */
  warn(message: string): void {
    if (this.#isNew(message)) this.#log('warn', () => message);
  }

  #isNew(message: string): boolean {
    const isNew = !this.#told.has(message);
    this.#told.add(message);
    return isNew;
  }

  #report<Info extends object>(
    name: keyof Hooks,
    hook: ((info: Info) => void) | undefined,
    level: Level,
    facts: () => Info,
    message: (info: Info) => string,
  ): void {
    if (!hook && !this.#isLogged(level)) return;
    const info = facts();
    if (hook) {
      callAside(
        () => hook(info),
        () => this.#log('error', () => `The hook ${name} threw; the call goes on`),
      );
    }
    this.#log(level, () => message(info), info);
  }

  #log(level: Level, message: () => string, details?: object): void {
    if (!this.#isLogged(level)) return;
    callAside(
      () => this.#logger[level](`outlet-open-api: ${message()}`, ...(details ? [details] : [])),
      // Where the logger itself throws, nobody is left to tell.
      () => {},
    );
  }

  #isLogged(level: Level): boolean {
    return logLevels.indexOf(level) >= this.#lowest;
  }
}

type Level = Exclude<LogLevel, 'off'>;

/** Calls at once what the user gave; what it throws, then or later, goes to `onFailure` and nowhere else. */
function callAside(call: () => unknown, onFailure: () => void): void {
  // Not `catch`, which would look at what was given once more.
  new Promise((resolve) => resolve(call())).then(() => {}, onFailure);
}

function nameOf({ method, path }: CallInfo): string {
  return `${method} ${path}`;
}
