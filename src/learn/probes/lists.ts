import type { Assumptions } from '../../fake/assumptions.js';
import { day, formatInstant } from '../../instants.js';
import { isRecord } from '../../records.js';
import type { Query } from '../access-requests.js';
import type { Entry, Page } from '../pages.js';
import type { Probe } from '../probe.js';
import { pagedLists, pathOf, sample, wholeList, wholeLists } from './records.js';

/** The maximum number of orders of each status on a page. API specification: Limits › Page size. */
const fullPage = 25;

export const cursorParam: Probe<string> = {
  calls: pagedLists,
  needs: 'two pages of a list, and a usual name of its cursor parameter',
  async *observe({ caller, endpoint }) {
    const { cursorParam } = await caller.pagingOf(endpoint);
    if (cursorParam !== undefined) yield { value: cursorParam };
  },
};

export const wrapper: Probe<string> = {
  calls: pagedLists,
  needs: 'a list with pages',
  async *observe({ caller, endpoint }) {
    const [page] = await caller.pages(endpoint, 1);
    if (page?.wrapper !== undefined) yield { value: page.wrapper };
    else if (page) yield { other: `${endpoint} returns a bare array.` };
  },
};

export const bareLists: Probe<boolean> = {
  calls: wholeLists,
  needs: 'the channels, or the action log of an order',
  async *observe({ caller, callers, endpoint }) {
    const page = await wholeList(caller, endpoint);
    if (!page) return;
    if (page.wrapper === undefined) return yield { value: true };
    for (const [list] of pagedLists) {
      const [reader] = await callers.with(list);
      const [paged] = (await reader?.pages(list, 1)) ?? [];
      if (paged?.wrapper === page.wrapper) return yield { value: false };
      if (paged) return yield { other: `${endpoint} uses the field ${page.wrapper}.` };
    }
  },
};

export const nextOnLastPage: Probe<Assumptions['nextOnLastPage']> = {
  calls: [['GET /orders']],
  needs: 'two pages of orders, and a day with fewer than 8 pages',
  async *observe({ caller, endpoint }) {
    const { nextField } = await caller.pagingOf(endpoint);
    if (nextField === undefined) return;
    const { to } = caller.run.range;
    const lastOf = async (length: number) =>
      (await caller.pages(endpoint, 8, { from: formatInstant(Date.parse(to) - length) })).at(-1);
    const ofDay = await lastOf(day);
    const last = ofDay?.next === undefined ? ofDay : await lastOf(day / 96);
    if (!last || last.next !== undefined || !isRecord(last.body)) return;
    const { [nextField]: next } = last.body;
    if (next === undefined) yield { value: 'absent' };
    else if (next === null) yield { value: 'null' };
    else yield { other: `The field is ${JSON.stringify(next)}.` };
  },
};

export const sparsePages: Probe<boolean> = {
  calls: [['GET /orders']],
  needs: 'two pages of orders',
  async *observe({ caller, endpoint }) {
    const pages = await caller.pages(endpoint, 6);
    const [largest, longest] = [Math.max(...pages.map(fullestStatus)), Math.max(...pages.map(sizeOf))];
    for (const [index, page] of pages.entries()) {
      const isShort = fullestStatus(page) < Math.min(largest, fullPage) && sizeOf(page) < longest;
      // Pages of an API with a smaller page size have the same size.
      if (isShort && pages.slice(index + 1).some((later) => sizeOf(later) > 0)) yield { value: true };
    }
    if (pages.length > 1) yield { looked: `Not seen in ${pages.length} pages.` };
  },
};

const sizeOf = ({ records }: Page) => records.length;

/** Returns the largest number of orders on a page that have the same status. */
export function fullestStatus({ records }: Page): number {
  const statuses = records.map(({ status }) => status);
  return Math.max(0, ...statuses.map((one) => statuses.filter((other) => other === one).length));
}

/** The fewest orders in the early and the late part of a list, and at its start, that rule out chance. */
const minPart = 6;
const minStart = 20;

export const orderSorting: Probe<Assumptions['orderSorting']> = {
  calls: [['GET /orders']],
  needs: `${minStart} completed orders in 30 days`,
  async *observe({ caller, endpoint }) {
    const { from, to } = caller.run.range;
    const read = async (changes: Query) => {
      const query = { ...changes, status: 'complete' };
      const [first] = await caller.pages(endpoint, 1, query);
      const isFull = first && first.records.length >= fullPage;
      const pages = isFull ? [first] : await caller.pages(endpoint, 4, query);
      const ids = pages.flatMap(({ records }) => records.map(({ id }) => id));
      return { ids, isWhole: pages.at(-1)?.next === undefined };
    };
    const { ids: start } = await read({});
    if (start.length < minStart) return;
    /** Returns the orders in a part of the range that is as long as the start of the list, or shorter. */
    const readPart = async (partOf: (length: number) => Query): Promise<unknown[] | undefined> => {
      let [tooShort, tooLong, length] = [0, 15 * day, 2 * day];
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const { ids, isWhole } = await read(partOf(length));
        if (ids.length >= minPart && isWhole && ids.length < start.length) return ids;
        if (ids.length < minPart) tooShort = length;
        else tooLong = length;
        length = Math.round((tooShort + tooLong) / 2);
      }
      return undefined;
    };
    const early = await readPart((length) => ({ to: formatInstant(Date.parse(from) + length) }));
    const late = await readPart((length) => ({ from: formatInstant(Date.parse(to) - length) }));
    if (!early || !late) return;
    const isFirst = (part: unknown[]) => start.slice(0, part.length).every((id) => part.includes(id));
    const share = (part: unknown[]) => part.filter((id) => start.includes(id)).length / part.length;
    if (isFirst(early) && !isFirst(late)) yield { value: 'oldest-first' };
    if (isFirst(late) && !isFirst(early)) yield { value: 'newest-first' };
    // With most of a part, only the pages are sorted, or an order has changed while the lists were read.
    if (share(early) <= 0.5 && share(late) <= 0.5) yield { value: 'shuffled' };
  },
};

export const orderRangeRequired: Probe<boolean> = {
  calls: [['GET /orders']],
  needs: 'a list of orders',
  async *observe({ caller }) {
    const reply = await caller.get('/orders');
    if (reply.status === 200) yield { value: false };
    else if (reply.status === 400) yield { value: true };
    else yield { other: `GET /orders without a range gets a ${reply.status}.` };
  },
};

export const listsPartnerAggregated: Probe<boolean> = {
  calls: [['GET /orders', 'GET /orders/{id}']],
  needs: 'orders',
  async *observe({ caller, endpoint }) {
    const orders = sample(await caller.records(endpoint), 20);
    const hidden: Entry[] = [];
    for (const order of orders) {
      const { status } = await caller.get(pathOf(order));
      if (status === 404) hidden.push(order);
    }
    const isPartner = hidden.every(({ partnerInfo }) => isRecord(partnerInfo));
    if (hidden.length === 0) yield { looked: `Not seen among ${orders.length} orders.` };
    // A key that sees only its own orders by ID misses those of the restaurant as well.
    else if (isPartner && hidden.length < orders.length) for (const _ of hidden) yield { value: true };
    else
      yield {
        looked: `${hidden.length} of ${orders.length} listed orders are a 404 by ID, not only those of partners.`,
      };
  },
};
