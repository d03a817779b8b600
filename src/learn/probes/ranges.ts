import type { Assumptions } from '../../fake/assumptions.js';
import { formatInstant, parseInstant } from '../../instants.js';
import type { Entry } from '../pages.js';
import type { Probe, Situation } from '../probe.js';
import { recentLogs, sample } from './records.js';

/** Returns whether a list of a range contains a record; `undefined` if the list cannot be read to its end. */
async function contains(
  { caller, endpoint }: Pick<Situation, 'caller' | 'endpoint'>,
  record: Entry,
  from: string,
  to: string,
): Promise<boolean | undefined> {
  const pages = await caller.pages(endpoint, 8, { from, to });
  const text = JSON.stringify(record.id ?? record);
  const isFound = pages.some(({ records }) =>
    records.some((other) => JSON.stringify(other.id ?? other) === text),
  );
  const isWhole = pages.length > 0 && pages.at(-1)?.next === undefined;
  return isFound || (isWhole ? false : undefined);
}

export const bounds: Probe<Assumptions['bounds']> = {
  // The API specification names the time that these lists filter by, but not that of orders.
  calls: [['GET /inventory/goods-receipts'], ['GET /orders/action-logs']],
  needs: 'goods receipts or action log entries with an exact time',
  async *observe(situation) {
    const { caller, endpoint } = situation;
    for (const record of sample(await caller.records(endpoint, 3), 2)) {
      const instant = parseInstant(record.created);
      if (instant === undefined) continue;
      const [before, at, after] = [
        formatInstant(instant - 1),
        formatInstant(instant),
        formatInstant(instant + 1),
      ];
      // Otherwise, the record shows its time in whole seconds.
      if (!(await contains(situation, record, before, after))) continue;
      // Otherwise, the API widens the range.
      if ((await contains(situation, record, after, formatInstant(instant + 2))) !== false) continue;
      const hasFrom = await contains(situation, record, at, after);
      const hasTo = await contains(situation, record, before, at);
      if (hasFrom && hasTo) yield { value: 'inclusive' };
      if (hasFrom === false && hasTo === false) yield { value: 'exclusive' };
      if (!hasFrom || hasTo !== false) continue;
      // A time with a hidden fraction of a millisecond looks the same, but is also after this one.
      if ((await contains(situation, record, at.replace('Z', '01Z'), after)) === false)
        yield { value: 'half-open' };
    }
  },
};

const minute = 60_000;

export const ordersFilteredBy: Probe<Assumptions['ordersFilteredBy']> = {
  calls: [['GET /orders', 'GET /orders/{id}/action-log']],
  needs: 'orders whose action log spans at least 5 minutes',
  async *observe({ caller, endpoint }) {
    for (const { order, page } of await recentLogs(caller, 3)) {
      const times = page.records.flatMap(({ created }) => parseInstant(created) ?? []);
      const [first, last] = [Math.min(...times), Math.max(...times)];
      if (!(last - first >= 5 * minute)) continue;
      const isAt = (time: number) =>
        contains({ caller, endpoint }, order, formatInstant(time - minute), formatInstant(time + minute));
      const [byCreation, byUpdate] = [await isAt(first), await isAt(last)];
      if (byCreation && byUpdate === false) yield { value: 'created' };
      if (byUpdate && byCreation === false) yield { value: 'updated' };
    }
  },
};
