import type { WorkMessage } from '../diagnostics/channels.js';
import type { Outcome } from '../errors/call-error.js';
import type { Priority } from '../rate-limit/rate-limiter.js';
import type { AttemptEvent } from './hooks.js';

/**
 * A call: `outlet-open-api:call:start`, then `:call:end` or `:call:error`. It contains no input and no response.
 * @inline
 */
export interface CallMessage extends Omit<AttemptEvent, 'attempt'>, WorkMessage {
  /** Origin of the API, such as `https://pos.example`. */
  readonly origin: string;
  /** The priority of the call in the queue of the rate limiter. */
  readonly priority: Priority;
  /** Headers that every attempt sends. A subscriber of `call:start` can add some, such as `traceparent`. */
  readonly headers: Record<string, string>;
  /** Attempts that were sent; set at the end, like the fields after it. */
  attempts: number;
  /** Milliseconds that the call waited in the queue of the rate limiter, in all. */
  queueDuration: number;
  /** Milliseconds of backoff in all, including waits after a 429, even if the call ended during a backoff. */
  backoff: number;
  /** The HTTP status of the last attempt; `undefined` if it had no response. */
  status: number | undefined;
  /** `succeeded`, or the `outcome` of the error. */
  outcome: 'succeeded' | Outcome | undefined;
  /** Whether the API repeated the response to an earlier call with the same idempotency key. */
  idempotentReplay: boolean;
}

/**
 * An attempt in the queue of the rate limiter: `outlet-open-api:queue:start`, then `:queue:end` with the same object.
 * @inline
 */
export interface QueueMessage extends AttemptEvent {
  /** The priority of the call. */
  readonly priority: Priority;
  /** Milliseconds that the attempt waited; set at the end. */
  queueDuration: number;
}

/**
 * An outage of the API, as this process sees it with one API key: `outlet-open-api:outage:start`, then `:outage:end` with the same object.
 * @inline
 */
export interface OutageMessage {
  /** Origin of the API, such as `https://pos.example`. */
  readonly origin: string;
  /** Identifies the API key, as `outlet.keyHash()` returns it. */
  readonly key: string;
  /** When the first attempt was sent that failed, on the clock of this machine. */
  readonly since: Date;
  /** The attempts that have failed since then. */
  failures: number;
  /** Milliseconds from the first of them until an attempt succeeded; set at the end. */
  duration: number | undefined;
}
