import { setTimeout as delay } from 'node:timers/promises';
import { NotFoundError, type Order, type OutletClient } from 'outlet-open-api';
import { createOrderFeed, type OrderFeed } from 'outlet-open-api/sync';
import { logError } from './log-error.js';
import { isUnresolved, type OrderBook, type StoredOrder } from './order-book.js';
import type { Sender } from './send-orders.js';

const minute = 60_000;
const hour = 60 * minute;

/** Reads the order of each event, and writes its status unless the book has one that was read later. */
export function followOrders(outlet: OutletClient, book: OrderBook, signal: AbortSignal): OrderFeed {
  return createOrderFeed({
    outlet,
    signal,
    async onOrder(order, { readAt: time }) {
      const reference = referenceOf(order, book);
      if (!reference)
        return console.error(`ALERT: the outlet has an order that is not in the book: ${order.id}`);
      const { id, status } = order;
      const readAt = time.toISOString();
      await book.update(reference, (stored) => {
        if (stored.id && stored.id !== id)
          console.error(`ALERT: the outlet has a second ${reference}: ${id}`);
        else if (!stored.readAt || stored.readAt <= readAt) return { ...stored, id, status, readAt };
        return stored;
      });
      console.log(`${reference} is now ${status}`);
    },
  });
}

/** An event can arrive before the response of its `orders.create`, so an order is also found by your own reference. */
function referenceOf({ id, partnerInfo }: Order, book: OrderBook): string | undefined {
  const found = book.all().find((order) => order.id === id);
  if (found) return found.reference;
  const stored = book.get(partnerInfo?.orderId ?? '');
  // Another platform can use the same reference.
  const isOurs = stored?.body.partnerInfo.partnerChannel === partnerInfo?.partnerChannel;
  return isOurs ? stored?.reference : undefined;
}

/** What a sweep works with. */
export interface SweepParts {
  readonly outlet: OutletClient;
  readonly book: OrderBook;
  readonly feed: OrderFeed;
  readonly sender: Sender;
}

/**
 * Finds what webhooks missed, until the signal aborts: at the start, while the process was down, and then every 5 minutes. The staff can
 * cancel or reopen an order that has ended, so once a day the orders of a week are read again.
 */
export async function sweepRegularly(parts: SweepParts, signal: AbortSignal): Promise<void> {
  const runsPerDay = (24 * hour) / (5 * minute);
  for (let run = 0; !signal.aborted; run += 1) {
    const age = run % runsPerDay === 0 ? 7 * 24 * hour : 2 * hour;
    await sweep(parts, age, signal);
    await delay(5 * minute, undefined, { signal }).catch(() => {});
  }
}

async function sweep(
  { outlet, book, feed, sender }: SweepParts,
  age: number,
  signal: AbortSignal,
): Promise<void> {
  const start = new Date(Date.now() - age).toISOString();
  const orders = book.all().filter(({ since, rejected }) => since >= start && !rejected);
  // Guests wait for the newest orders.
  for (const order of orders.toSorted((one, other) => (one.since < other.since ? 1 : -1))) {
    if (signal.aborted) return;
    try {
      const id = order.id ?? (await find(outlet, order));
      if (id) await feed.refresh(id);
      sender.start(order.reference);
    } catch (error) {
      if (!signal.aborted) logError(error);
    }
  }
}

/** Returns the ID of an order whose create has had no usable response for a minute. Only the action log shows orders that are open. */
async function find(outlet: OutletClient, order: StoredOrder): Promise<string | undefined> {
  const { reference, body, firstSentAt } = order;
  if (!firstSentAt || Date.now() - Date.parse(firstSentAt) < minute) return undefined;
  const from = new Date(Date.parse(firstSentAt) - minute); // the clock of the API can differ
  const ids = new Set<string>();
  for await (const { metadata } of outlet.actionLogs.list({ from, channelId: body.channelId })) {
    if (typeof metadata?.orderId === 'string') ids.add(metadata.orderId); // undocumented
  }
  for (const id of ids) {
    try {
      const { partnerInfo } = await outlet.orders.get(id);
      const { orderId, partnerChannel } = body.partnerInfo;
      if (partnerInfo?.orderId === orderId && partnerInfo.partnerChannel === partnerChannel) return id;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error; // the order is of another partner
    }
  }
  if (isUnresolved(order))
    console.error(
      `ALERT: ${reference} has no ID. Look for it in the POS, and refund the guest if it is missing.`,
    );
  return undefined;
}
