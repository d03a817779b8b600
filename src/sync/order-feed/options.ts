import { checkCallback, checkFunction, checkSignal, hasMethods, isCount } from '../../checks.js';
import type { OutletClient } from '../../client.js';
import type { Order } from '../../entities/index.js';
import { assertValid } from '../../errors/request-validation-error.js';
import type { WebhookEvent } from '../../webhooks/parse/events.js';

/** Details that `onOrder` receives with an order. */
export interface OrderFeedInfo {
  /** When the request was sent, on the clock of this machine. Store it, so that an old copy never overwrites a newer copy. */
  readonly readAt: Date;
  /** The last event of the order that arrived before the request was sent. */
  readonly event: WebhookEvent;
}

/** Details that `onError` receives with an error. */
export interface OrderFeedErrorInfo {
  /** The id of the order. */
  readonly orderId: string;
  /** The number of the failed attempt, from 1 up. */
  readonly attempt: number;
  /** Whether this was the last attempt. */
  readonly final: boolean;
}

/** Options of an order feed. */
export interface OrderFeedOptions {
  /** Handles the current state of an order. The feed awaits it. It must be idempotent: retries and later events call it again. */
  onOrder: (order: Order, info: OrderFeedInfo) => unknown;
  /** Called for each failed attempt. Errors that it throws are ignored. Default: logs final failures with `console.error`. */
  onError?: ((error: unknown, info: OrderFeedErrorInfo) => unknown) | undefined;
  /**
   * Locks an order across processes, and resolves to a function that releases the lock. The feed holds the lock during the fetch and
   * `onOrder`. Waiting counts towards `concurrency`. Reject if `signal` aborts. If the release fails, the feed calls `onError` with
   * `final: false`. Default: no lock.
   */
  lock?: ((orderId: string, options: { signal: AbortSignal }) => Promise<() => Promise<unknown>>) | undefined;
  /** Aborts the feed: all pending and later events reject with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How many orders are handled in parallel: a whole number from 1 up. Default: 10. */
  concurrency?: number | undefined;
  /** How many orders can be pending: a whole number from 1 up. Default: 10,000. */
  maxPending?: number | undefined;
}

export function feedSettings(outlet: OutletClient, options: OrderFeedOptions) {
  const { onOrder, onError = logFinal, lock, signal = new AbortController().signal } = { ...options };
  const { concurrency = 10, maxPending = 10_000 } = { ...options };
  assertValid('Invalid order feed options', {
    outlet: hasMethods(outlet?.orders, 'get') || 'must be an OutletClient',
    onOrder: checkFunction(onOrder),
    onError: checkFunction(onError),
    lock: checkCallback(lock),
    signal: checkSignal(signal),
    concurrency: isCount(concurrency) || 'must be a whole number from 1 up',
    maxPending: isCount(maxPending) || 'must be a whole number from 1 up',
  });
  return { orders: outlet.orders, onOrder, onError, lock, signal, concurrency, maxPending };
}

function logFinal(error: unknown, { orderId, attempt, final }: OrderFeedErrorInfo): void {
  const message = 'The order feed stopped retrying an order. Fix the cause, then run reconcileOrders.';
  if (final) console.error(message, { orderId, attempt }, error);
}
