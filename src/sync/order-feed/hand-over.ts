import pRetry from 'p-retry';
import type { Order } from '../../entities/index.js';
import { NotFoundError } from '../../errors/api-errors.js';
import { RequestValidationError } from '../../errors/request-validation-error.js';
import { parseInstant } from '../../instants.js';
import { isRecord } from '../../records.js';
import type { LastHandled } from './last-handled.js';
import type { FeedSettings, OrderFeedErrorInfo, OrderFeedOutcome } from './options.js';
import type { PendingOrder } from './pending-order.js';
import type { Semaphore } from './semaphore.js';

/** What all orders of a feed share. */
export interface Shared {
  readonly settings: FeedSettings;
  readonly slots: Semaphore;
  readonly handled: LastHandled;
}

/** How often an order is tried again. */
const retries = 5;

/**
 * Fetches an order and hands it over, until that has succeeded, the order is gone, or the last attempt has failed. It begins with
 * a slot and ends without: many orders can wait for theirs, and cost less before this has begun. While an order waits to be
 * tried again, it has none.
 */
export async function handOver(order: PendingOrder, shared: Shared): Promise<OrderFeedOutcome> {
  const { slots } = shared;
  async function attempt(number: number): Promise<OrderFeedOutcome> {
    if (number > 1) await slots.take();
    try {
      return await tryOnce(order, number, shared);
    } finally {
      slots.giveBack();
    }
  }
  try {
    return await pRetry(attempt, {
      retries,
      minTimeout: 1_000,
      factor: 2,
      maxTimeout: 30_000,
      randomize: true,
      unref: true,
      signal: order.signal,
      shouldRetry: ({ error }) => error instanceof FailedAttempt && !error.isFinal,
    });
  } catch (error) {
    throw error instanceof FailedAttempt ? error.reason : error;
  }
}

async function tryOnce(order: PendingOrder, attempt: number, shared: Shared): Promise<OrderFeedOutcome> {
  const { settings, handled } = shared;
  const { orders, onOrder, onError, signal } = settings;
  const change = order.begin();
  if (!change) throw new FailedAttempt(order.signal.reason, true);
  let isFetched = false;
  try {
    const latest = await orders.get(order.id, { priority: 'background', signal });
    isFetched = true;
    order.signal.throwIfAborted();
    // Before it is handed over, and may be changed.
    const isCredible = !contradicts(latest, change.credible);
    await onOrder(latest, { event: change.event });
    if (isCredible) handled.note(order.id, change.credible);
    return 'handled';
  } catch (reason) {
    if (order.signal.aborted) throw new FailedAttempt(reason, true);
    const gone = !isFetched && reason instanceof NotFoundError;
    // An id that cannot be sent never will be.
    const final = gone || attempt > retries || (!isFetched && reason instanceof RequestValidationError);
    tell(onError, reason, { orderId: order.id, attempt, final, gone });
    if (gone) return 'gone';
    throw new FailedAttempt(reason, final);
  }
}

/** Whether the order itself says that a claim is not true. That it has this field is not documented. */
function contradicts(order: Order, claim: number): boolean {
  const { updatedAt }: Record<string, unknown> = isRecord(order) ? order : {};
  const time = parseInstant(updatedAt);
  return time !== undefined && time < claim;
}

async function tell(
  onError: FeedSettings['onError'],
  error: unknown,
  info: OrderFeedErrorInfo,
): Promise<void> {
  try {
    await onError?.(error, info);
  } catch {
    // What it throws disturbs nothing, now or later.
  }
}

/** An attempt that failed, with whatever was thrown: p-retry takes errors only, and tries no `TypeError` again. */
class FailedAttempt extends Error {
  readonly reason: unknown;
  readonly isFinal: boolean;

  constructor(reason: unknown, isFinal: boolean) {
    super('An attempt failed');
    this.reason = reason;
    this.isFinal = isFinal;
  }
}
