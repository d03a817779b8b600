import type { Assumptions } from '../../fake/assumptions.js';
import { isRecord } from '../../records.js';
import type { Page } from '../pages.js';
import type { Probe } from '../probe.js';
import {
  iso,
  pagedLists,
  pathOf,
  recentPages,
  recentRecords,
  sample,
  wholeList,
  wholeLists,
} from './records.js';

const day = 24 * 60 * 60 * 1_000;
/** The maximum number of orders of each status on a page. API specification: Limits › Page size. */
const fullPage = 25;

export const cursorParam: Probe<string> = {
  calls: pagedLists,
  needs: 'two pages of a list',
  async *observe({ caller, endpoint }) {
    const { nextField, cursorParam } = await caller.pagingOf(endpoint);
    if (cursorParam !== undefined) yield { value: cursorParam };
    else if (nextField !== undefined) yield { looked: `${endpoint} ignores the usual names.` };
  },
};

export const wrapper: Probe<string> = {
  calls: [...pagedLists, ...wholeLists],
  needs: 'a list',
  async *observe({ caller, endpoint }) {
    const isPaged = pagedLists.some(([list]) => list === endpoint);
    const page = isPaged ? (await recentPages(caller, endpoint, 1))[0] : await wholeList(caller, endpoint);
    if (page?.wrapper !== undefined) yield { value: page.wrapper };
    else if (page && isPaged) yield { other: `${endpoint} returns a bare array.` };
  },
};

export const bareLists: Probe<boolean> = {
  calls: wholeLists,
  needs: 'the channels, or the action log of an order',
  async *observe({ caller, endpoint }) {
    const page = await wholeList(caller, endpoint);
    if (page) yield { value: page.wrapper === undefined };
  },
};

export const nextOnLastPage: Probe<Assumptions['nextOnLastPage']> = {
  calls: [['GET /orders']],
  needs: 'two pages of orders, and a day with at most 12 pages',
  async *observe({ caller, endpoint }) {
    const { nextField } = await caller.pagingOf(endpoint);
    if (nextField === undefined) return;
    const { to } = caller.run.range;
    const pages = await caller.pages(endpoint, { from: iso(Date.parse(to) - day), to }, 12);
    const last = pages.at(-1);
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
    const pages = (await recentPages(caller, endpoint, 6)).filter(({ next }) => next !== undefined);
    const short = pages.filter((page) => fullestStatus(page) < fullPage);
    for (const _ of short) yield { value: true };
    if (pages.length > 0) yield { looked: `Not seen in ${pages.length} pages with a next page.` };
  },
};

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
  needs: `${minStart} completed orders in 30 days, and more than one page or day of them`,
  async *observe({ caller, endpoint }) {
    const { from, to } = caller.run.range;
    const idsOf = async (begin: number, end: number, maxPages: number) => {
      const query = { from: iso(begin), to: iso(end), status: 'complete' };
      const pages = await caller.pages(endpoint, query, maxPages);
      const ids = pages.flatMap(({ records }) => records.map(({ id }) => id));
      return { ids, isWhole: pages.at(-1)?.next === undefined };
    };
    const [begin, end] = [Date.parse(from), Date.parse(to)];
    const { ids: start } = await idsOf(begin, end, 4);
    if (start.length < minStart) return;
    /** Returns the orders at one end of the range: all of a part that is neither too short nor too long. */
    const partAt = async (isEarly: boolean): Promise<unknown[] | undefined> => {
      let [tooShort, tooLong, length] = [0, 15 * day, 2 * day];
      for (let attempt = 0; attempt < 8; attempt += 1) {
        const part = isEarly ? await idsOf(begin, begin + length, 4) : await idsOf(end - length, end, 4);
        if (part.ids.length < minPart) tooShort = length;
        else if (part.isWhole && part.ids.length < start.length) return part.ids;
        else tooLong = length;
        length = Math.round((tooShort + tooLong) / 2);
      }
      return undefined;
    };
    const early = await partAt(true);
    const late = await partAt(false);
    if (!early || !late) return;
    /** Returns how much of a part is at the start of the list. */
    const share = (part: readonly unknown[]) =>
      start.slice(0, part.length).filter((id) => part.includes(id)).length / part.length;
    if (share(early) === 1) yield { value: 'oldest-first' };
    else if (share(late) === 1) yield { value: 'newest-first' };
    // Otherwise, an order may have changed while the lists were read.
    else if (share(early) <= 0.5 && share(late) <= 0.5) yield { value: 'shuffled' };
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
    const orders = sample(await recentRecords(caller, endpoint), 20);
    let found = 0;
    let hidden = 0;
    for (const order of orders) {
      const { status } = await caller.get(pathOf(order));
      if (status === 200) found += 1;
      if (status === 404) hidden += 1;
      if (found > 0 && hidden > 0) break;
    }
    if (found > 0 && hidden > 0) yield { value: true };
    else if (hidden > 0) yield { other: `None of ${hidden} listed orders is found by its ID.` };
    else if (found > 0) yield { looked: `Not seen among ${found} orders.` };
  },
};
