import type { Assumptions } from '../../fake/assumptions.js';
import type { FakeEndpoint } from '../../fake/service/router.js';
import { accessRequests } from '../access-requests.js';
import type { Caller } from '../caller.js';
import type { Probe } from '../probe.js';
import { type Entry, instantOf, iso, recentLogs, recentRecords } from './records.js';

/** Returns whether a list of a range contains a record. */
async function contains(
  caller: Caller,
  endpoint: FakeEndpoint,
  record: Entry,
  range: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const query = { ...accessRequests(caller.run.range)[endpoint].query, ...range };
  const pages = await caller.pages(endpoint, query, 4);
  const text = JSON.stringify(record.id ?? record);
  return pages.some(({ records }) => records.some((other) => JSON.stringify(other.id ?? other) === text));
}

export const bounds: Probe<Assumptions['bounds']> = {
  // The API specification names the time that these lists filter by, but not that of orders.
  calls: [['GET /inventory/goods-receipts'], ['GET /orders/action-logs']],
  needs: 'goods receipts or action log entries',
  async *observe({ caller, endpoint }) {
    const records = (await recentRecords(caller, endpoint, 3)).slice(0, 3);
    for (const record of records) {
      const instant = instantOf(record.created);
      if (instant === undefined) continue;
      const [before, at, after] = [iso(instant - 1), iso(instant), iso(instant + 1)];
      const hasFrom = await contains(caller, endpoint, record, { from: at, to: after });
      const hasTo = await contains(caller, endpoint, record, { from: before, to: at });
      if (hasFrom && hasTo) yield { value: 'inclusive' };
      else if (hasTo) yield { other: 'Only the end of a range belongs to it.' };
      else if (!hasFrom) yield { value: 'exclusive' };
      // A time with a hidden fraction of a millisecond is never at a bound.
      else if (!(await contains(caller, endpoint, record, { from: at.replace('Z', '01Z'), to: after }))) {
        yield { value: 'half-open' };
      }
    }
  },
};

const minute = 60_000;

export const ordersFilteredBy: Probe<Assumptions['ordersFilteredBy']> = {
  calls: [['GET /orders', 'GET /orders/{id}/action-log']],
  needs: 'orders whose action log spans at least 5 minutes',
  async *observe({ caller, endpoint }) {
    for (const { order, page } of await recentLogs(caller, 3)) {
      const times = page.records.flatMap(({ created }) => instantOf(created) ?? []);
      const [first, last] = [Math.min(...times), Math.max(...times)];
      if (!(last - first >= 5 * minute)) continue;
      const isAt = (time: number) =>
        contains(caller, endpoint, order, { from: iso(time - minute), to: iso(time + minute) });
      const [byCreation, byUpdate] = [await isAt(first), await isAt(last)];
      if (byCreation && !byUpdate) yield { value: 'created' };
      if (byUpdate && !byCreation) yield { value: 'updated' };
    }
  },
};
