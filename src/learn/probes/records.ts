import type { Caller } from '../caller.js';
import { type Entry, type Page, pageOf, readList } from '../pages.js';
import type { Probe } from '../probe.js';

/** The lists with pages, as alternatives of a probe. */
export const pagedLists = [
  ['GET /orders'],
  ['GET /inventory/goods-receipts'],
  ['GET /orders/action-logs'],
] as const satisfies Probe<unknown>['calls'];

/** The calls of a probe for an option that can have a value for each list with pages. */
export const perList = { calls: pagedLists, isPerList: true } as const;

/** Every use case can read an order, so any key can make the calls of the probe. */
export const anyKey = [['GET /orders/{id}']] as const satisfies Probe<unknown>['calls'];

/** Reads the action logs of recent orders. */
export async function recentLogs(
  caller: Caller,
  max: number,
): Promise<{ readonly order: Entry; readonly page: Page }[]> {
  const logs: { order: Entry; page: Page }[] = [];
  const { records } = await readList(caller, 'GET /orders');
  // The API hides orders that a partner aggregated.
  for (const order of sample(records, max + 4)) {
    if (logs.length === max) break;
    const page = pageOf(await caller.get(`${pathOf(order)}/action-log`));
    if (page) logs.push({ order, page });
  }
  return logs;
}

/** Returns records that are spread over a list, because neighbors can have much in common. */
export function sample(records: readonly Entry[], max: number): Entry[] {
  const step = Math.max(1, records.length / max);
  return Array.from(
    { length: Math.min(max, records.length) },
    (_, index) => records[Math.floor(index * step)] ?? {},
  );
}

/** Returns the path of an order. */
function pathOf({ id }: Entry): string {
  return `/orders/${encodeURIComponent(String(id))}`;
}
