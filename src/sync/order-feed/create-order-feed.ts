import { onAbort } from '../../cancellation.js';
import type { OutletClient } from '../../client.js';
import { AuthenticationError, NotFoundError, PermissionDeniedError } from '../../errors/api-errors.js';
import { assertValid, RequestValidationError } from '../../errors/request-validation-error.js';
import { checkEvent, orderIdOf } from '../../webhooks/fetch-related.js';
import type { WebhookEvent } from '../../webhooks/parse/events.js';
import { feedSettings, type OrderFeedOptions } from './options.js';
import { OrderFeedError } from './order-feed-error.js';

/**
 * The outcome of an event. `handled`: its order was fetched, and `onOrder` handled it. `not-found`: the API returned 404, as it also
 * does for partner-aggregated orders. `none`: the event is not about an order.
 */
export type OrderFeedOutcome = 'handled' | 'not-found' | 'none';

/** Delivers the current state of each order that webhook events refer to. You can pass its functions without their object. */
export interface OrderFeed {
  /**
   * Adds an event. Settles when its order was fetched after the event arrived, and was handled. Events of one order share a fetch
   * until it begins. You do not have to await the promise: its rejection is never unhandled.
   * @throws RequestValidationError if the event or its id is invalid
   * @throws OrderFeedError if the feed is full or closed
   * @throws the error of the last attempt, or the signal's reason
   */
  readonly notify: (event: WebhookEvent) => Promise<OrderFeedOutcome>;
  /** Resolves when no order is pending. */
  readonly idle: () => Promise<void>;
  /** Rejects new events, and resolves when no order is pending. */
  readonly close: () => Promise<void>;
  /** The number of orders that wait for an attempt or are being handled. */
  readonly pending: number;
}

/** Events of one order that share a fetch, and a promise, so that many events need little memory. */
interface FetchBatch {
  readonly orderId: string;
  /** The last event. */
  event: WebhookEvent;
  attempt: number;
  phase: 'waiting' | 'fetching' | 'handling';
  readonly outcome: Promise<OrderFeedOutcome>;
  readonly settle: (outcome: OrderFeedOutcome | Promise<OrderFeedOutcome>) => void;
  /** Events that arrived after the fetch began. */
  next?: FetchBatch | undefined;
}

/** Errors of a fetch that a retry cannot fix: a revoked key, or an invalid id. */
const permanent = [AuthenticationError, PermissionDeniedError, RequestValidationError];

/**
 * Creates an order feed. It fetches the order of each webhook event in the background, and passes it to `onOrder`.
 *
 * The feed retries a failed attempt 5 times, with pauses of 1 to 30 s. It retries a 404 3 times, with pauses of
 * 0.5 to 4 s, and never a 401, a 403 or an invalid id. Pending events keep the process open, and exist only in memory.
 * Guide: Order data › Keep the copy current. API specification: Events, rules 1, 4, 6 and 7.
 * @throws RequestValidationError that lists every invalid option
 * @example
 * ```ts
 * const feed = createOrderFeed(outlet, { onOrder: (order, { readAt }) => db.upsertIfNewer(order, readAt) });
 * const handle = createWebhookHandler({ verify, sequential: false, onAny: feed.notify });
 * // When the process ends, after the server has closed:
 * await feed.close();
 * ```
 */
export function createOrderFeed(outlet: OutletClient, options: OrderFeedOptions): OrderFeed {
  const { orders, onOrder, onError, lock, signal, concurrency, maxPending } = feedSettings(outlet, options);
  const pending = new Map<string, FetchBatch>();
  const waiting = new Set<FetchBatch>();
  let running = 0;
  let isClosed = false;

  function notify(event: WebhookEvent): Promise<OrderFeedOutcome> {
    try {
      assertValid('The order feed rejected the event', { event: checkEvent(event) });
      const lacksId = event.event === 'unknown' && event.reason === 'shape';
      assertValid('The order feed rejected the event', { 'event.id': !lacksId || 'is missing or empty' });
      signal.throwIfAborted();
      if (isClosed) throw new OrderFeedError('closed', maxPending);
      const orderId = orderIdOf(event);
      if (orderId === undefined) return Promise.resolve('none');
      const batch = pending.get(orderId);
      if (!batch && pending.size >= maxPending) throw new OrderFeedError('full', maxPending);
      if (!batch) return open(createBatch(orderId, event));
      if (batch.phase !== 'waiting') batch.next ??= createBatch(orderId, event);
      const joined = batch.next ?? batch;
      joined.event = event;
      return joined.outcome;
    } catch (error) {
      return rejected(error);
    }
  }

  function createBatch(orderId: string, event: WebhookEvent): FetchBatch {
    let settle: FetchBatch['settle'] = () => {};
    const outcome = new Promise<OrderFeedOutcome>((resolve) => {
      settle = resolve;
    });
    const unfollow = onAbort(signal, () => {
      pending.clear();
      waiting.clear();
      settle(rejected(signal.reason));
    });
    outcome.finally(unfollow).catch(() => {});
    return { orderId, event, attempt: 0, phase: 'waiting', outcome, settle };
  }

  function open(batch: FetchBatch): Promise<OrderFeedOutcome> {
    pending.set(batch.orderId, batch);
    waiting.add(batch);
    startWaiting();
    return batch.outcome;
  }

  function startWaiting(): void {
    for (const batch of waiting) {
      if (running >= concurrency) return;
      waiting.delete(batch);
      run(batch);
    }
  }

  async function run(batch: FetchBatch): Promise<void> {
    running += 1;
    batch.attempt += 1;
    const failure = await deliver(batch).catch((error: unknown) => ({ error }));
    running -= 1;
    if (signal.aborted) return;
    if (failure) fail(batch, failure.error);
    else settle(batch, 'handled');
    startWaiting();
  }

  /** Fetches the order and passes it to `onOrder`, while it holds the lock. */
  async function deliver(batch: FetchBatch): Promise<undefined> {
    const release = await lock?.(batch.orderId, { signal });
    try {
      signal.throwIfAborted();
      const { orderId, event } = batch;
      batch.phase = 'fetching';
      const { data, meta } = await orders.get(orderId, { priority: 'background', signal }).withResponse();
      signal.throwIfAborted();
      batch.phase = 'handling';
      await onOrder(data, { readAt: meta.sentAt, event });
    } finally {
      const releasing = (async () => release?.())();
      await releasing.catch((error: unknown) => report(error, batch, false));
    }
  }

  function fail(batch: FetchBatch, error: unknown): void {
    const { attempt, phase } = batch;
    const isNotFound = phase === 'fetching' && error instanceof NotFoundError;
    const isPermanent = phase === 'fetching' && permanent.some((type) => error instanceof type);
    const isFinal = isPermanent || attempt > (isNotFound ? 3 : 5);
    if (isFinal) settle(batch, isNotFound ? 'not-found' : rejected(error));
    else retry(batch, (isNotFound ? 500 : 1_000) * 2 ** (attempt - 1));
    report(error, batch, isFinal);
  }

  /** Schedules the next attempt, which covers the events that arrived during this attempt. */
  function retry(batch: FetchBatch, shortestPause: number): void {
    const { next, outcome } = batch;
    next?.settle(outcome);
    batch.event = next?.event ?? batch.event;
    batch.next = undefined;
    batch.phase = 'waiting';
    const timer = setTimeout(() => open(batch), Math.min(shortestPause * (1 + Math.random()), 30_000));
    outcome.catch(() => clearTimeout(timer));
  }

  function settle(batch: FetchBatch, outcome: OrderFeedOutcome | Promise<never>): void {
    batch.settle(outcome);
    if (batch.next) open(batch.next);
    else pending.delete(batch.orderId);
  }

  async function report(error: unknown, { orderId, attempt }: FetchBatch, final: boolean): Promise<void> {
    try {
      await onError(error, { orderId, attempt, final });
    } catch {}
  }

  async function idle(): Promise<void> {
    while (pending.size > 0) await Promise.allSettled(Array.from(pending.values(), ({ outcome }) => outcome));
  }

  function close(): Promise<void> {
    isClosed = true;
    return idle();
  }

  return {
    notify,
    idle,
    close,
    get pending() {
      return pending.size;
    },
  };
}

/** A rejection that is never unhandled. */
function rejected(reason: unknown): Promise<never> {
  const rejection = Promise.reject(reason);
  rejection.catch(() => {});
  return rejection;
}
