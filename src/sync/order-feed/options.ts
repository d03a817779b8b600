import type { Order } from '../../entities/index.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { isCount } from '../../is-count.js';
import { isSignal } from '../../is-signal.js';
import type { RequestOptions } from '../../transport/call-options.js';
import type { WebhookEvent } from '../../webhooks/parse/events.js';

/** The part of a client that fetches orders. */
export interface OrderFeedClient {
  readonly orders: { get(orderId: string, options?: RequestOptions): PromiseLike<Order> };
}

/**
 * What became of an event: `handled`, its order was fetched after it came and `onOrder` has dealt with it; `stale`, a newer event
 * of the order was handled before; `gone`, the service has no such order for this key; `none`, it tells of no order.
 */
export type OrderFeedOutcome = 'handled' | 'stale' | 'gone' | 'none';

/** What led to an order. */
export interface OrderFeedInfo {
  /** The newest of the events for which the order was fetched. The order is what counts: it can be newer still. */
  readonly event: WebhookEvent;
}

/** Where an attempt failed. */
export interface OrderFeedErrorInfo {
  readonly orderId: string;
  /** From 1 to 6. */
  readonly attempt: number;
  /** Whether no other attempt follows: the promises of the order's events settle now. */
  readonly final: boolean;
  /** Whether the service has no such order for this key. It answers so for orders aggregated by a partner, too. */
  readonly gone: boolean;
}

/** How an order feed works. */
export interface OrderFeedOptions {
  /**
   * Deals with an order as it is now, and is awaited. It is called again where it throws, and for later events, so that it
   * writes what can be written twice. Do not await `notify` for the same order or `idle` in it: they wait for it.
   */
  onOrder: (order: Order, info: OrderFeedInfo) => unknown;
  /**
   * Told of each attempt that failed, of a fetch or of `onOrder`. What it throws disturbs nothing. Where none is given, nothing
   * is logged: the promise of `notify` carries the last error, and where nobody awaits it, reconcile.
   */
  onError?: ((error: unknown, info: OrderFeedErrorInfo) => unknown) | undefined;
  /** Ends everything at once: whatever is pending, and all that is notified later, rejects with the signal's own reason. */
  signal?: AbortSignal | undefined;
  /** How many orders are fetched and dealt with at once: a whole number from 1 up. Default: 10. */
  concurrency?: number | undefined;
  /** How many orders may be pending, whether they wait or run: a whole number from 1 up. Default: 10,000. */
  maxPending?: number | undefined;
}

/** The options, checked and complete. */
export interface FeedSettings extends Pick<OrderFeedOptions, 'onOrder' | 'onError' | 'signal'> {
  readonly orders: OrderFeedClient['orders'];
  readonly concurrency: number;
  readonly maxPending: number;
}

const refused = 'The order feed cannot be made';

/** Takes down what is needed, and throws an `RequestValidationError` that names every option that is wrong. */
export function settingsFrom(client: OrderFeedClient, options: OrderFeedOptions): FeedSettings {
  const orders = client?.orders;
  const { onOrder, onError, signal, concurrency = 10, maxPending = 10_000 } = { ...options };
  assertValid(refused, {
    outlet: typeof orders?.get === 'function' || 'must be an OutletClient',
    onOrder: typeof onOrder === 'function' || 'must be a function',
    onError: onError === undefined || typeof onError === 'function' || 'must be a function',
    signal: signal === undefined || isSignal(signal) || 'must be an AbortSignal',
    concurrency: isCount(concurrency) || 'must be a whole number from 1 up',
    maxPending: isCount(maxPending) || 'must be a whole number from 1 up',
  });
  return { orders, onOrder, onError, signal, concurrency, maxPending };
}
