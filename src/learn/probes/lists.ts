import { day, formatInstant } from '../../instants.js';
import { isRecord } from '../../json.js';
import { isUrl } from '../../transport/page-url.js';
import { valueAt } from '../../transport/receive/page-body.js';
import type { Query } from '../access-requests.js';
import { type Caller, withAccess } from '../caller.js';
import { cursorsIn, type Page, pageOf, pagingOf, readList } from '../pages.js';
import type { AssumptionProbes } from '../probe.js';
import { perList, recentLogs } from './records.js';

/** The maximum number of orders of each status on a page. API specification: Limits › Page size. */
const fullPage = 25;

/** The fewest orders in the early and the late part of a list, and at its start, that rule out chance. */
const minPart = 6;
const minStart = 20;

/** How lists are wrapped, continued and sorted. */
export const listProbes = {
  cursorParam: {
    ...perList,
    needs: 'two pages of a list, and a usual name of its cursor parameter',
    async *observe(caller, endpoint) {
      const paging = await pagingOf(caller, endpoint);
      if (paging) yield { value: paging.cursorParam };
    },
  },
  nextField: {
    ...perList,
    needs: 'two pages of a list',
    async *observe(caller, endpoint) {
      const paging = await pagingOf(caller, endpoint);
      if (paging?.isHeader) yield { other: `The cursor is in the header ${paging.nextField}.` };
      else if (paging) yield { value: paging.nextField };
    },
  },
  cursorForm: {
    ...perList,
    needs: 'two pages of a list',
    async *observe(caller, endpoint) {
      const paging = await pagingOf(caller, endpoint);
      const page = pageOf(await caller.read(endpoint));
      const [cursor] = paging && page ? cursorsIn(page, [paging.nextField]) : [];
      if (!cursor || paging?.isHeader) return;
      if (typeof cursor.value === 'number') yield { value: 'number' };
      else yield { value: isUrl(String(cursor.value)) ? 'url' : 'text' };
    },
  },
  emptyPages: {
    ...perList,
    needs: 'a day without records in 2000',
    async *observe(caller, endpoint) {
      const range = { from: '2000-01-01T00:00:00Z', to: '2000-01-02T00:00:00Z' };
      const page = pageOf(await caller.read(endpoint, range));
      if (!page || page.records.length > 0 || !isRecord(page.body)) return;
      const wrapper = page.wrapper ?? pageOf(await caller.read(endpoint))?.wrapper;
      if (wrapper === undefined) return;
      const records = valueAt(page.body, wrapper);
      if (records === undefined) yield { value: 'absent' };
      else yield { value: records === null ? 'null' : 'list' };
    },
  },
  wrapper: {
    ...perList,
    needs: 'a list with pages',
    async *observe(caller, endpoint) {
      const page = pageOf(await caller.read(endpoint));
      if (page?.wrapper !== undefined) yield { value: page.wrapper };
      else if (Array.isArray(page?.body)) yield { other: `${endpoint} returns a bare array.` };
    },
  },
  bareLists: {
    calls: [['GET /channels'], ['GET /orders/{id}/action-log', 'GET /orders']],
    needs: 'the channels, or the action log of an order',
    async *observe(caller, endpoint) {
      const isLog = endpoint !== 'GET /channels';
      const page = isLog ? (await recentLogs(caller, 1))[0]?.page : pageOf(await caller.read(endpoint));
      if (!page) return;
      if (page.wrapper === undefined) return Array.isArray(page.body) ? yield { value: true } : undefined;
      // The fake uses the field of this list.
      const list = isLog ? 'GET /orders/action-logs' : 'GET /orders';
      const [reader] = await withAccess(caller.all, list);
      const paged = reader && pageOf(await reader.read(list));
      if (paged?.wrapper === page.wrapper && !page.isHidden) yield { value: false };
      else if (paged) yield { other: `The records are in ${page.wrapper}, and those of ${list} are not.` };
    },
  },
  nextOnLastPage: {
    ...perList,
    needs: 'two pages of each list, and a day with fewer than 8 pages',
    async *observe(caller, endpoint) {
      const paging = await pagingOf(caller, endpoint);
      if (!paging || paging.isHeader) return;
      for (const length of [day, day / 96]) {
        const from = formatInstant(Date.parse(caller.run.range.to) - length);
        const { pages, isWhole } = await readList(caller, endpoint, 8, { from });
        const last = pages.at(-1)?.body;
        if (!isWhole || !isRecord(last)) continue;
        const next = valueAt(last, paging.nextField);
        if (next === undefined) yield { value: 'absent' };
        else if (next === null) yield { value: 'null' };
        else if (next === false) yield { value: 'false' };
        else yield { other: `The field is ${JSON.stringify(next)}.` };
        return;
      }
    },
  },
  sparsePages: {
    ...perList,
    needs: 'two pages of each list',
    async *observe(caller, endpoint) {
      const { pages } = await readList(caller, endpoint);
      const [largest, longest] = [Math.max(...pages.map(fullestStatus)), Math.max(...pages.map(sizeOf))];
      for (const [index, page] of pages.entries()) {
        const isShort = fullestStatus(page) < Math.min(largest, fullPage) && sizeOf(page) < longest;
        // Pages of an API with a smaller page size have the same size.
        if (isShort && pages.slice(index + 1).some((later) => sizeOf(later) > 0)) yield { value: true };
      }
      if (pages.length > 1) yield { looked: `Not seen in ${pages.length} pages of ${endpoint}.` };
    },
  },
  orderSorting: {
    calls: [['GET /orders']],
    needs: `${minStart} completed orders in 30 days`,
    async *observe(caller) {
      if (!(await caller.isStable('GET /orders')))
        return yield { looked: 'The same list starts with other orders each time.' };
      const { from, to } = caller.run.range;
      const { ids: start } = await completedIn(caller, {});
      if (start.length < minStart) return;
      const partOf = (range: (length: number) => Query) => shortPart(caller, range, start.length);
      const early = await partOf((length) => ({ to: formatInstant(Date.parse(from) + length) }));
      const late = await partOf((length) => ({ from: formatInstant(Date.parse(to) - length) }));
      if (!early || !late) return;
      const isFirst = (part: unknown[]) => start.slice(0, part.length).every((id) => part.includes(id));
      const share = (part: unknown[]) => part.filter((id) => start.includes(id)).length / part.length;
      if (isFirst(early) && !isFirst(late)) yield { value: 'oldest-first' };
      if (isFirst(late) && !isFirst(early)) yield { value: 'newest-first' };
      // With most of a part, only the pages are sorted, or an order has changed while the lists were read.
      if (share(early) <= 0.5 && share(late) <= 0.5) yield { value: 'shuffled' };
    },
  },
  orderRangeRequired: {
    calls: [['GET /orders']],
    needs: 'a list of orders',
    async *observe(caller, endpoint) {
      // Otherwise, the missing parameter is not the reason.
      if ((await caller.read(endpoint)).status !== 200) return;
      const { from, to } = caller.run.range;
      for (const [missing, query] of Object.entries({ range: {}, from: { to }, to: { from } })) {
        const at = `GET /orders without ${missing}`;
        const { status } = await caller.get('/orders', query);
        if (status === 200) yield { value: false, at };
        else if (status === 400) yield { value: true, at };
        else yield { other: `${at} gets a ${status}.`, at };
      }
    },
  },
  listsPartnerAggregated: {
    notObservable: 'A listed order can be a 404 by ID for several reasons, such as another key.',
  },
} satisfies Partial<AssumptionProbes>;

const sizeOf = ({ records }: Page) => records.length;

/** Returns the largest number of orders on a page that have the same status. */
export function fullestStatus({ records }: Page): number {
  const statuses = records.map(({ status }) => status);
  return Math.max(0, ...statuses.map((one) => statuses.filter((other) => other === one).length));
}

/** Returns the IDs of completed orders: those of a full page, or else those of some pages. */
async function completedIn(caller: Caller, range: Query): Promise<{ ids: unknown[]; isWhole: boolean }> {
  const query = { ...range, status: 'complete' };
  const first = await readList(caller, 'GET /orders', 1, query);
  const isFull = first.records.length >= fullPage;
  const { records, isWhole } = isFull ? first : await readList(caller, 'GET /orders', 4, query);
  return { ids: records.map(({ id }) => id), isWhole };
}

/** Returns the orders in a part of the range that is shorter than the start of the list, but long enough to rule out chance. */
async function shortPart(
  caller: Caller,
  range: (length: number) => Query,
  startLength: number,
): Promise<unknown[] | undefined> {
  let [tooShort, tooLong, length] = [0, 15 * day, 2 * day];
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const { ids, isWhole } = await completedIn(caller, range(length));
    if (ids.length >= minPart && isWhole && ids.length < startLength) return ids;
    if (ids.length < minPart) tooShort = length;
    else tooLong = length;
    length = Math.round((tooShort + tooLong) / 2);
  }
  return undefined;
}
