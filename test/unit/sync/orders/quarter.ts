import type { OutletClientOptions } from 'outlet-open-api';
import { type BackfillOptions, backfillOrders, createMemoryCheckpointStore } from 'outlet-open-api/sync';
import type { FakeOutletOptions } from 'outlet-open-api/testing';
import { day, named, quickOutlet } from '../quick-outlet.js';

/**
 * An outlet with the orders of a quarter: several pages in each of four windows, and some that are still open. `ended` has the
 * IDs of the others, which the list has.
 */
export function quarter(options: FakeOutletOptions = {}, client: OutletClientOptions = {}) {
  const { fake, outlet } = quickOutlet(options, client);
  const now = Date.now();
  const statuses = ['complete', 'complete', 'complete', 'cancelled', 'complete', 'open'];
  const orders = Array.from({ length: 180 }, (_, index) =>
    fake.orders.add({
      status: statuses[index % statuses.length],
      // On no boundary of two slices, because the API specification does not define whether bounds are inclusive.
      created: new Date(now - ((index + 0.5) * 95 * day) / 180),
    }),
  );
  const range = { from: new Date(now - 100 * day), to: new Date(now + day) };
  const checkpoints = createMemoryCheckpointStore();
  return {
    fake,
    outlet,
    ended: idsOf(orders.filter(({ status }) => status !== 'open')),
    range,
    checkpoints,
    /** Runs over the whole range. All runs have the same store. */
    backfill: (options: Partial<BackfillOptions> = {}, client = outlet) =>
      backfillOrders(client, { ...named, ...range, checkpoints, onOrders: () => {}, ...options }),
  };
}

/** The ids of orders, each once. */
export function idsOf(orders: readonly { readonly id: string }[]): string[] {
  return [...new Set(orders.map(({ id }) => id))].sort();
}
