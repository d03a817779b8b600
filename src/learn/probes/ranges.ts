import type { FakeEndpoint } from '../../fake/index.js';
import { formatInstant, parseInstant } from '../../instants.js';
import type { Caller } from '../caller.js';
import { type Entry, readList } from '../pages.js';
import type { AssumptionProbes } from '../probe.js';
import { recentLogs, sample } from './records.js';

const minute = 60_000;

/** What `from` and `to` mean. */
export const rangeProbes = {
  bounds: {
    calls: [
      ['GET /inventory/goods-receipts'],
      ['GET /orders/action-logs'],
      ['GET /orders', 'GET /orders/{id}/action-log'],
    ],
    isPerList: true,
    needs: 'records with an exact time',
    async *observe(caller, endpoint) {
      for (const [record, instant] of await timesOf(caller, endpoint)) {
        const time = (offset: number) => formatInstant(instant + offset);
        const isIn = (from: string, to: string) => contains(caller, endpoint, record, from, to);
        // Otherwise, the record shows its time in whole seconds.
        if (!(await isIn(time(-1), time(1)))) continue;
        // Otherwise, the API widens the range.
        if ((await isIn(time(1), time(2))) !== false) continue;
        const hasFrom = await isIn(time(0), time(1));
        const hasTo = await isIn(time(-1), time(0));
        if (hasFrom && hasTo) yield { value: 'inclusive' };
        if (hasFrom === false && hasTo === false) yield { value: 'exclusive' };
        if (!hasFrom || hasTo !== false) continue;
        // A time with a hidden fraction of a millisecond looks the same, but is also after this one.
        if ((await isIn(time(0).replace('Z', '01Z'), time(1))) === false) yield { value: 'half-open' };
      }
    },
  },
  ordersFilteredBy: {
    calls: [['GET /orders', 'GET /orders/{id}/action-log']],
    needs: 'orders whose action log spans at least 5 minutes',
    async *observe(caller, endpoint) {
      for (const { order, page } of await recentLogs(caller, 3)) {
        const times = page.records.flatMap(({ created }) => parseInstant(created) ?? []);
        const [first, last] = [Math.min(...times), Math.max(...times)];
        if (!(last - first >= 5 * minute)) continue;
        const isAt = (time: number) =>
          contains(caller, endpoint, order, formatInstant(time - minute), formatInstant(time + minute));
        const [byCreation, byUpdate] = [await isAt(first), await isAt(last)];
        if (byCreation && byUpdate === false) yield { value: 'created' };
        if (byUpdate && byCreation === false)
          yield {
            looked: 'A range refers to a later time than the creation, such as the last change or the end.',
          };
      }
    },
  },
} satisfies Partial<AssumptionProbes>;

/** Returns records with the times that a range may refer to: of an order, that of the first or the last entry of its log. */
async function timesOf(caller: Caller, endpoint: FakeEndpoint): Promise<(readonly [Entry, number])[]> {
  const instantsIn = (entries: readonly Entry[]) =>
    entries.flatMap(({ created }) => parseInstant(created) ?? []);
  if (endpoint !== 'GET /orders') {
    const records = sample((await readList(caller, endpoint, 3)).records, 2);
    return records.flatMap((record) => instantsIn([record]).map((time) => [record, time] as const));
  }
  const logs = await recentLogs(caller, 1);
  return logs.flatMap(({ order, page }) => {
    const times = instantsIn(page.records);
    return [...new Set([times.at(-1) ?? [], times[0] ?? []].flat())].map((time) => [order, time] as const);
  });
}

/** Returns whether a list of a range contains a record; `undefined` if the list cannot be read to its end. */
async function contains(
  caller: Caller,
  endpoint: FakeEndpoint,
  record: Entry,
  from: string,
  to: string,
): Promise<boolean | undefined> {
  const { records, isWhole } = await readList(caller, endpoint, 8, { from, to });
  const text = JSON.stringify(record.id ?? record);
  const isFound = records.some((other) => JSON.stringify(other.id ?? other) === text);
  return isFound || (isWhole ? false : undefined);
}
