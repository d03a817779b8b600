import type { FakeOutletOptions } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import type { Assumptions } from '../../../src/fake/assumptions.js';
import { type Change, learnBehind, recordsIn } from './learn-from.js';

const day = 24 * 60 * 60 * 1_000;

interface Trap extends Change {
  readonly name: string;
  /** The assumption that is not certain. */
  readonly assumption: keyof Assumptions;
  readonly options?: FakeOutletOptions;
  readonly write?: true;
}

const changeTimes = (url: URL, change: (time: number) => string) => {
  for (const name of ['from', 'to']) {
    const time = Date.parse(url.searchParams.get(name) ?? '');
    if (!Number.isNaN(time)) url.searchParams.set(name, change(time));
  }
};

/** Behavior that no value of an assumption describes, although most responses look like those of a value. */
const traps: readonly Trap[] = [
  {
    name: 'cancellations that have an effect, get a 500, and are rejected when they are repeated',
    assumption: 'foreignOrderStatus',
    write: true,
    response: (reply, _, method) => {
      if (method === 'PUT' && reply.status === 200) reply.status = 500;
    },
  },
  {
    name: 'times in whole seconds',
    assumption: 'bounds',
    options: { bounds: 'inclusive' },
    response: ({ body }) => {
      for (const record of recordsIn(body))
        record.created = String(record.created).replace(/\.\d+Z/, '.000Z');
    },
  },
  {
    name: 'bounds that reject fractions of a millisecond',
    assumption: 'bounds',
    options: { bounds: 'half-open' },
    response: (reply, url) => {
      if (/\.\d{4,}Z/.test(url.searchParams.get('from') ?? '')) reply.status = 400;
    },
  },
  {
    name: 'times with a hidden fraction of a millisecond',
    assumption: 'bounds',
    options: { bounds: 'inclusive' },
    // The stored times are 0.4 ms later than those in responses.
    request: (url) => changeTimes(url, (time) => new Date(time - 1).toISOString().replace('Z', '6Z')),
  },
  {
    name: 'a range that is widened to whole days',
    assumption: 'bounds',
    request: (url) => {
      const [from, to] = ['from', 'to'].map((name) => Date.parse(url.searchParams.get(name) ?? ''));
      if (!from || !to) return;
      url.searchParams.set('from', new Date(Math.floor(from / day) * day).toISOString());
      url.searchParams.set('to', new Date(Math.ceil(to / day) * day).toISOString());
    },
  },
  {
    name: 'a list that never shows payments',
    assumption: 'emptyLists',
    response: ({ body }) => {
      for (const order of recordsIn(body)) delete order.payments;
    },
  },
  {
    name: 'pages that are sorted backwards',
    assumption: 'orderSorting',
    response: ({ body }) => {
      if (Array.isArray(body.data)) body.data.reverse();
    },
  },
  {
    name: 'a menu in a field with its name',
    assumption: 'menuWrapper',
    response: ({ body }, { pathname }) => pathname.endsWith('/menus') && { "Dinner at Mario's": body },
  },
  {
    name: 'a constant page size of 20',
    assumption: 'sparsePages',
    options: { sparsePages: false },
    response: ({ body }) => {
      if (typeof body.next === 'string') body.data = recordsIn(body).slice(0, 20);
    },
  },
  {
    name: 'a text field in a list without a next page',
    assumption: 'nextField',
    response: ({ body }) => {
      if (Array.isArray(body.data)) body.requestId = 'r-1';
      delete body.next;
    },
  },
  {
    name: 'a list of menus',
    assumption: 'menuWrapper',
    response: ({ body }, { pathname }) =>
      pathname.endsWith('/menus') && { data: [{ id: 'menu-1', ...body }] },
  },
  {
    name: 'orders that get a 400 anyway',
    assumption: 'orderRangeRequired',
    response: (reply, { pathname }) => {
      if (pathname.endsWith('/orders')) reply.status = 400;
    },
  },
  {
    name: 'errors without a field',
    assumption: 'fieldErrors',
    response: (reply) => {
      if (reply.status === 400) reply.body.errors = {};
    },
  },
];

test.each(traps)('$name: $assumption is not certain', async (trap) => {
  const learned = await learnBehind(trap, trap.options, trap.write);
  expect(learned.values[trap.assumption]).toBeUndefined();
});
