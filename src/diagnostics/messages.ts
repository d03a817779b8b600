import type { Outcome } from '../errors/call-error.js';
import type { TimeRange } from '../lists/time-range.js';
import type { Priority } from '../rate-limit/rate-limiter.js';
import type { SyncTask } from '../sync/checkpoints/checkpoint-store.js';
import type { AttemptEndEvent, AttemptEvent } from '../transport/hooks.js';

/** Work that has a start and an end. The messages about its start, end and error are the same object. */
export interface WorkMessage {
  /**
   * Runs the work. A subscriber of the start can replace it, for example to set a context for the work. It must call the function that
   * it replaces.
   */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** What the work failed with; `undefined` before the end, and after a success. */
  error?: unknown;
}

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
 * A page of a list that was read: `outlet-open-api:page`.
 * @inline
 */
export interface PageMessage {
  /** Resource and method of the client, such as `orders.list`. */
  readonly operation: string;
  /** How many records the page has. */
  readonly records: number;
  /** The slice of the range that the page belongs to: ISO 8601 in UTC. */
  readonly slice: TimeRange;
  /** Whether the slice has more pages. */
  readonly hasNext: boolean;
}

/**
 * A webhook delivery: `outlet-open-api:webhook:start`, then `:webhook:end`.
 * @inline
 */
export interface WebhookMessage extends WorkMessage {
  /** The name of the event, if it is documented; `unknown` for other events; `undefined` if the delivery was rejected before. */
  event: string | undefined;
  /**
   * What became of the delivery. `duplicate`: it was handled before. `ignored`: no handler is set for it. `late`: the handler needs
   * longer than `responseTimeout`. `failed`: `error` says why. `rejected`: a guard or its content failed.
   */
  result: 'handled' | 'duplicate' | 'ignored' | 'late' | 'failed' | 'rejected' | undefined;
  /** The HTTP status of the response. */
  status: number | undefined;
}

/**
 * A run of a sync task: `outlet-open-api:sync:start`, then `:sync:end` or `:sync:error`.
 * @inline
 */
export interface SyncMessage extends WorkMessage {
  /** What the run does. */
  readonly task: SyncTask;
  /** The name of the run, from its options. */
  readonly name: string;
  /** The end of the range that the run has completed, in milliseconds since the epoch; set at the end. */
  through: number | undefined;
}

/** The messages of the diagnostics channels, by the names of the channels without `outlet-open-api:`. */
export interface DiagnosticsMessages {
  /** A call starts. */
  'call:start': CallMessage;
  /** A call has succeeded. */
  'call:end': CallMessage;
  /** A call has failed. */
  'call:error': CallMessage;
  /** An attempt enters the queue. */
  'queue:start': QueueMessage;
  /** An attempt leaves the queue, to be sent or because its call ended. */
  'queue:end': QueueMessage;
  /** An attempt has ended, with or without a response. */
  'attempt:end': AttemptEndEvent;
  /** A page was read. */
  page: PageMessage;
  /** A delivery arrives. */
  'webhook:start': WebhookMessage;
  /** A response to a delivery is ready. */
  'webhook:end': WebhookMessage;
  /** The webhook handler itself failed. */
  'webhook:error': WebhookMessage;
  /** A run starts. */
  'sync:start': SyncMessage;
  /** A run has succeeded. */
  'sync:end': SyncMessage;
  /** A run has failed. */
  'sync:error': SyncMessage;
}
