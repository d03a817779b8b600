import type { WebhookEvent } from '../../webhooks/parse/events.js';
import { Feed } from './feed.js';
import {
  type OrderFeedClient,
  type OrderFeedOptions,
  type OrderFeedOutcome,
  settingsFrom,
} from './options.js';

/** Webhook events in, the latest orders out. Its functions need no `this`: `onAny: feed.notify`. */
export interface OrderFeed {
  /**
   * Takes an event. The promise settles when the order has been handled, and tells how; it is safe to leave it alone, as its
   * rejection is never an unhandled one. A webhook handler that awaits it acknowledges only what is done.
   *
   * An event joins others of its order that wait, also for another attempt. One that comes while the order is fetched or dealt
   * with leads to one more fetch, however many come. One that is older than what the order was handled for is `stale`: by its
   * `updatedAt`, so one without it never is, and neither is the same event sent again, as when the merchant republishes it.
   * What an event claims is believed only where it lies not in the future of this machine's clock, and the order does not tell
   * otherwise, so that a forged event costs one fetch and suppresses no true one. That takes a clock that is not ahead, unless
   * the service gives orders an `updatedAt`, which is not documented.
   *
   * @throws RequestValidationError, as a rejection, for what is no event, or an id that no order can have
   * @throws OrderFeedError, as a rejection, where the feed is full or closed
   * @throws the error of the last attempt, as a rejection, and the signal's own reason once it aborts
   */
  readonly notify: (event: WebhookEvent) => Promise<OrderFeedOutcome>;
  /** Resolves when nothing is pending, which may be now. It keeps the process open until then. */
  readonly idle: () => Promise<void>;
  /** Takes no more events, and resolves when nothing is pending. It keeps the process open until then. */
  readonly close: () => Promise<void>;
  /** How many orders are pending: they wait for their fetch or for another attempt, or are fetched or dealt with. */
  readonly pending: number;
}

/**
 * Keeps you in step with orders: it takes thin webhook events, fetches the order that each tells of, in the background, and
 * hands it to `onOrder`. An order is fetched and dealt with by one at a time, so that what you have last is what was fetched last.
 *
 * A fetch or an `onOrder` that fails is tried again 5 times, after 1, 2, 4, 8 and 16 s, each up to twice as long and 30 s at
 * most. A 404 is not: the order is `gone`, which `onError` hears of. What is pending is in memory alone: where you do not await
 * `notify` before you acknowledge a delivery, reconcile from time to time.
 *
 * Specification: "Events", rules 1, 4, 6 and 7.
 *
 * @param outlet - the client
 * @throws RequestValidationError that names every option that is wrong
 *
 * @example
 * ```ts
 * const feed = createOrderFeed(outlet, {
 *   onOrder: async (order) => db.upsert(order),
 *   onError: (error, { orderId, final }) => final && console.error(`Order ${orderId} was not handled`, error),
 * });
 * await feed.notify(parseWebhookEvent(body));
 * // When the process is to end:
 * await feed.close();
 * ```
 */
export function createOrderFeed(outlet: OrderFeedClient, options: OrderFeedOptions): OrderFeed {
  const feed = new Feed(settingsFrom(outlet, options));
  return {
    notify: (event) => feed.notify(event),
    idle: () => feed.idle(),
    close: () => feed.close(),
    get pending() {
      return feed.pending;
    },
  };
}
