import type { Outlet } from '../outlet/outlet.js';
import { channels, menuItems } from './menu.js';
import { addPastReceipt } from './past-goods-receipts.js';
import { addPastOrder } from './past-orders.js';

const day = 24 * 60 * 60 * 1_000;
const days = 90;

/** Fills an outlet with channels, a menu, and the orders and goods receipts of the last 90 days. */
export function fill(outlet: Outlet): void {
  const { clock, random, state } = outlet;
  for (const which of ['edited', 'published'] as const) {
    state.channels[which] = structuredClone([...channels]);
    state.menuItems[which] = structuredClone([...menuItems]);
  }
  const start = clock.now();
  for (let age = days; age > 0; age -= 1) {
    for (const created of timesOfDay(start - age * day, random.integer(4, 7))) addPastOrder(outlet, created);
    const isOld = age > days - 10;
    for (const created of timesOfDay(start - age * day, random.integer(1, 2))) {
      addPastReceipt(outlet, created, isOld);
    }
  }

  /** Returns times early enough that the orders of the last day have ended by now. */
  function timesOfDay(beginning: number, count: number): number[] {
    return Array.from({ length: count }, () => beginning + random.integer(0, day - 3 * 60 * 60 * 1_000)).sort(
      (one, other) => one - other,
    );
  }
}
