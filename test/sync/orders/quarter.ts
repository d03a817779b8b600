import type { OutletClientOptions } from 'outlet-open-api';
import type { FakeOutletOptions } from 'outlet-open-api/testing';
import { day, type QuickOutlet, quickOutlet } from '../quick-outlet.js';

/** An outlet with the orders of a quarter. */
export interface Quarter extends QuickOutlet {
  /** The IDs of the orders that are complete or cancelled, which the list has. */
  readonly ended: string[];
}

/** Covers the orders of the quarter. */
export function wholeRange(): { readonly from: Date; readonly to: Date } {
  const now = Date.now();
  return { from: new Date(now - 100 * day), to: new Date(now + day) };
}

/** Creates orders for several pages in each of four windows. Some orders are still open. */
export function quarter(options: FakeOutletOptions = {}, client: OutletClientOptions = {}): Quarter {
  const world = quickOutlet(options, client);
  const statuses = ['complete', 'complete', 'complete', 'cancelled', 'complete', 'open'];
  const orders = Array.from({ length: 180 }, (_, index) =>
    world.fake.orders.add({
      status: statuses[index % statuses.length],
      created: new Date(Date.now() - (index * 95 * day) / 180),
    }),
  );
  return { ...world, ended: idsOf(orders.filter(({ status }) => status !== 'open')) };
}

/** The ids of orders, each once. */
export function idsOf(orders: readonly { readonly id: string }[]): string[] {
  return [...new Set(orders.map(({ id }) => id))].sort();
}
