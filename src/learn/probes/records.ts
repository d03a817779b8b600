import type { FakeEndpoint } from '../../fake/service/router.js';
import type { Caller } from '../caller.js';
import { type Entry, type Page, pageOf } from '../pages.js';
import type { Probe } from '../probe.js';
import type { Reply } from '../reply.js';

/** The lists with pages, as alternatives of a probe. */
export const pagedLists = [
  ['GET /orders'],
  ['GET /inventory/goods-receipts'],
  ['GET /orders/action-logs'],
] as const satisfies Probe<unknown>['calls'];

/** The lists without pages, as alternatives of a probe. */
export const wholeLists = [
  ['GET /channels'],
  ['GET /orders/{id}/action-log', 'GET /orders'],
] as const satisfies Probe<unknown>['calls'];

/** Every use case can read an order, so any key can make the calls of the probe. */
export const anyKey = [['GET /orders/{id}']] as const satisfies Probe<unknown>['calls'];

/** Reads a list without pages. The action log is that of a recent order that the API shows by its ID. */
export async function wholeList(caller: Caller, endpoint: FakeEndpoint): Promise<Page | undefined> {
  if (endpoint === 'GET /channels') return pageOf(await caller.read(endpoint));
  const [log] = await recentLogs(caller, 1);
  return log?.page;
}

/** Reads the action logs of recent orders. */
export async function recentLogs(
  caller: Caller,
  max: number,
): Promise<{ readonly order: Entry; readonly page: Page }[]> {
  const logs: { order: Entry; page: Page }[] = [];
  // The API hides orders that a partner aggregated.
  for (const order of sample(await caller.records('GET /orders'), max + 4)) {
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
export function pathOf({ id }: Entry): string {
  return `/orders/${encodeURIComponent(String(id))}`;
}

/** Describes how a request failed to show anything. */
export function unexpected({ status }: Reply, request: string): { readonly looked: string } {
  return { looked: `${request} got a ${status}.` };
}
