import { sleep } from '../../cancellation.js';
import type { OutletClient } from '../../client/client.js';
import type { Order } from '../../entities/index.js';
import { OutletError } from '../../errors/outlet-error.js';
import { canonicalJson } from '../../json.js';
import { isText } from '../../options/checks.js';
import { type OrderStore, type StoredOrder, storable } from './order-store.js';

/** A change of an order in the copy. */
export interface OrderChange {
  /** Your ID of the outlet. Order IDs can be equal in two outlets. */
  readonly outletRef: string;
  /** The order as last committed. `undefined` if the copy did not have it. */
  readonly before: Order | undefined;
  /** The order now. */
  readonly order: Order;
  /** The time before the order was requested, on the clock of the store. */
  readonly readAt: Date;
}

/**
 * What a write did. `behind`: nothing, because the row has other content and was not read before this reading. `ahead`: nothing, because
 * the clock of the store went back since this reading.
 */
export type WriteResult = 'current' | 'added' | 'changed' | 'behind' | 'ahead';

/** An order as it was read. */
export interface Reading {
  readonly order: Order;
  readonly readAt: Date;
}

/** Returns the `lastList` of a row, from the row as it was and the order that is written. */
export type MarkOf = (found: StoredOrder | undefined, order: Order, isEqual: boolean) => string | null;

/** Writes orders of outlets, and calls `onChange` for each change. */
export class OrderWriter<Tx> {
  constructor(
    readonly store: OrderStore<Tx>,
    readonly onChange: (tx: Tx, change: OrderChange) => unknown,
  ) {}

  /** Writes a reading in a transaction that has begun. */
  async write(tx: Tx, outletRef: string, reading: Reading, markOf: MarkOf): Promise<WriteResult> {
    const { store } = this;
    const { readAt } = reading;
    if (!isText(reading.order.id)) throw new OutletError('The API returned an order without an ID.');
    const order = storable(reading.order);
    const { row: found, now } = await store.lock(tx, outletRef, order.id);
    const isEqual = found !== undefined && canonicalJson(found.order) === canonicalJson(order);
    if (found && readAt > now) return 'ahead';
    // A time in the future comes from a clock that has gone back since, so it says nothing about the order of two readings.
    const isLater = !found || readAt > found.readAt || found.readAt > now;
    if (!isLater && !isEqual) return 'behind';
    const mark = markOf(found, order, isEqual);
    const begin = new Date(Math.min(readAt.getTime(), now.getTime()));
    await store.write(tx, outletRef, { order, readAt: isLater ? begin : found.readAt, lastList: mark });
    if (isEqual) return 'current';
    await this.onChange(tx, { outletRef, before: found?.order, order, readAt });
    return found ? 'changed' : 'added';
  }

  /** Writes one reading. If it is not surely later than the row, reads the order again, so that the last state always arrives. */
  async writeLatest(
    { orders }: Pick<OutletClient, 'orders'>,
    outletRef: string,
    reading: Reading,
    markOf: MarkOf,
    signal: AbortSignal,
  ): Promise<WriteResult> {
    let latest = reading;
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.store.transaction((tx) => this.write(tx, outletRef, latest, markOf));
      if (result !== 'behind' && result !== 'ahead') return result;
      if (attempt === maxReadings) throw new OutletError(clockMessage);
      // A clock of milliseconds can show the same time twice.
      await sleep(attempt * 2, signal);
      const readAt = await this.store.now();
      const order = await orders.get(reading.order.id, { signal, priority: 'background' });
      latest = { order, readAt };
    }
  }
}

const maxReadings = 5;

export const clockMessage =
  'An order was not written, because the clock of the order store went back or has stopped. Check the clock, then try again.';
