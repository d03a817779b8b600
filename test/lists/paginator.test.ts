import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidRequestError } from '../../src/errors/index.js';
import { type Listing, Paginator } from '../../src/lists/paginator.js';
import { day } from './arbitraries.js';
import { serviceOf } from './service.js';

const operation = {
  id: 'goodsReceipts.list',
  range: { maxDays: 31, order: 'oldest-first', field: 'created' },
} as const;
const start = Date.parse('2026-01-01T00:00:00Z');
const query = { from: '2026-01-01T00:00:00Z', to: '2026-04-11T00:00:00Z' };

/** 100 receipts, one a day, 10 on a page. */
function hundred(options: Partial<Listing<{ id: string }>> = {}) {
  const rows = Array.from({ length: 100 }, (_, index) => ({
    at: start + index * day + 1,
    entry: { id: `gr-${index}` },
  }));
  const service = serviceOf(rows, { order: 'oldest-first', bounds: 'both', pageSizes: [10] });
  const paginator = new Paginator({ operation, query, fetchPage: service.fetchPage, ...options });
  return { paginator, service, all: rows.map(({ entry }) => entry) };
}

test('nobody walks, nothing is sent, and awaiting it gives itself', async () => {
  const { paginator, service } = hundred();
  expect(await paginator).toBe(paginator);
  expect(paginator).not.toHaveProperty('then');
  paginator.pages();
  paginator[Symbol.asyncIterator]();
  expect(service.requests).toEqual([]);
});

test('every walk starts anew, and two at once do not meet', async () => {
  const { paginator, all } = hundred();
  const pages = paginator.pages();
  const walks = [paginator.toArray(), paginator.toArray(), collect(pages), collect(pages)];
  for (const walked of await Promise.all(walks)) expect(walked.flat()).toEqual(all);
});

async function collect<T>(pages: AsyncIterable<{ items: T[] }>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of pages) items.push(...page.items);
  return items;
}

test('one page is fetched ahead, from the second page on, and none after a break', async () => {
  const { paginator, service } = hundred();
  const counts: number[] = [];
  for await (const _page of paginator.pages()) {
    await new Promise(setImmediate);
    counts.push(service.requests.length);
    if (counts.length === 5) break;
  }
  expect(counts).toEqual([1, 3, 4, 5, 6]);
  await new Promise(setImmediate);
  expect(service.requests).toHaveLength(6);
});

test('it goes on ahead into the next window', async () => {
  const { paginator, service } = hundred();
  for await (const page of paginator.pages()) {
    await new Promise(setImmediate);
    const last = service.requests.at(-1);
    if (page.next === null) {
      expect(last).toMatchObject({ from: page.window.to, cursor: undefined });
      break;
    }
  }
});

test('a walk that goes page by page holds one page ahead, however slow its consumer is', async () => {
  const { paginator, service } = hundred({ concurrency: 1 });
  let taken = 0;
  for await (const _page of paginator.pages()) {
    taken += 1;
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(service.requests.length).toBeLessThanOrEqual(taken + 1);
  }
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '2', null, 'all'])(
  'a concurrency of %o is refused',
  (concurrency) => {
    const { service } = hundred();
    const listing = { operation, query, fetchPage: service.fetchPage, concurrency };
    expect(() => Reflect.construct(Paginator, [listing])).toThrow(InvalidRequestError);
    expect(() => Reflect.construct(Paginator, [listing])).toThrow(/concurrency must be/);
  },
);

describe('firstPage', () => {
  test('is one request', async () => {
    const { paginator, service, all } = hundred();
    expect(await paginator.firstPage()).toMatchObject({
      items: all.slice(0, 10),
      next: expect.any(String),
      window: { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
    });
    expect(service.requests).toHaveLength(1);
  });

  test('can be empty', async () => {
    const { service } = hundred();
    const empty = { from: '2020-01-01T00:00:00Z', to: '2020-06-01T00:00:00Z' };
    const paginator = new Paginator({ operation, query: empty, fetchPage: service.fetchPage });
    expect(await paginator.firstPage()).toMatchObject({ items: [], next: null });
    expect(service.requests).toHaveLength(1);
  });
});

describe('toArray', () => {
  test('takes as many as the limit says, and fetches no page more', async () => {
    const ends: number[] = [];
    for await (const { items } of hundred().paginator.pages()) ends.push((ends.at(-1) ?? 0) + items.length);
    await fc.assert(
      fc.asyncProperty(fc.nat(120), async (limit) => {
        const { paginator, service, all } = hundred();
        expect(await paginator.toArray({ limit })).toEqual(all.slice(0, limit));
        const enough = ends.findIndex((end) => end >= Math.min(limit, all.length)) + 1;
        expect(service.requests).toHaveLength(limit === 0 ? 0 : limit > all.length ? ends.length : enough);
      }),
    );
  });

  test.each(['auto', 1, 8] as const)(
    'with a limit fetches at most one page too many where answers are slow and %s are walked at once',
    async (concurrency) => {
      const { paginator, service } = hundred({ concurrency, requestsPerSecond: () => 5 });
      expect(await paginator.toArray({ limit: 45 })).toHaveLength(45);
      expect(service.requests.length).toBeLessThanOrEqual(6);
    },
  );

  test('has no limit where none is given', async () => {
    const { paginator, all } = hundred();
    expect(await paginator.toArray()).toEqual(all);
    expect(await paginator.toArray({})).toEqual(all);
    expect(await paginator.toArray({ limit: undefined })).toEqual(all);
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses a limit of %d', async (limit) => {
    const { paginator, service } = hundred();
    await expect(paginator.toArray({ limit })).rejects.toMatchObject({
      name: 'InvalidRequestError',
      issues: [{ path: 'limit', message: expect.stringContaining('whole number') }],
    });
    expect(service.requests).toEqual([]);
  });
});

describe('abort', () => {
  test('before the walk sends nothing and rejects with the reason of the signal', async () => {
    const reason = new Error('closing time');
    const { paginator, service } = hundred({ signal: AbortSignal.abort(reason) });
    await expect(paginator.toArray()).rejects.toBe(reason);
    await expect(paginator.firstPage()).rejects.toBe(reason);
    expect(service.requests).toEqual([]);
  });

  test('between pages ends the walk', async () => {
    const reason = new Error('closing time');
    const controller = new AbortController();
    const { paginator, service } = hundred({ signal: controller.signal });
    const walk = async () => {
      for await (const _page of paginator.pages()) controller.abort(reason);
    };
    await expect(walk()).rejects.toBe(reason);
    expect(service.requests).toHaveLength(1);
  });

  test('in the middle of a page ends the walk at once', async () => {
    const reason = new Error('closing time');
    const controller = new AbortController();
    const { paginator } = hundred({ signal: controller.signal });
    const seen: unknown[] = [];
    const walk = async () => {
      for await (const receipt of paginator) {
        seen.push(receipt);
        controller.abort(reason);
      }
    };
    await expect(walk()).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
  });
});

test('a failed request ends the walk, and the last checkpoint takes it up again', async () => {
  const { service, all } = hundred();
  let failures = 1;
  const fetchPage: typeof service.fetchPage = (...request) => {
    const isLost = service.requests.length === 2 && failures-- > 0;
    return isLost ? Promise.reject(new Error('lost')) : service.fetchPage(...request);
  };
  const seen: unknown[] = [];
  let checkpoint: unknown;
  const walk = async () => {
    for await (const page of new Paginator({ operation, query, fetchPage }).pages()) {
      seen.push(...page.items);
      checkpoint = page.checkpoint;
    }
  };
  await expect(walk()).rejects.toThrow('lost');
  seen.push(...(await new Paginator({ operation, query, fetchPage, resumeFrom: checkpoint }).toArray()));
  expect(seen).toEqual(all);
});

test('instants are read when the list is made: finer than a millisecond, a range never shrinks', async () => {
  const { service } = hundred();
  const from = new Date(start);
  const paginator = new Paginator({
    operation,
    query: { from, to: '2026-01-02T00:00:00.0001+01:00' },
    fetchPage: service.fetchPage,
  });
  from.setUTCFullYear(1999);
  const { window } = await paginator.firstPage();
  expect(window).toEqual({ from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T23:00:00.001Z' });
});

test.each(['from', 'to'])('a `%s` that is no instant never becomes a walk', (bound) => {
  const { service } = hundred();
  const make = () =>
    new Paginator({ operation, query: { ...query, [bound]: 'soon' }, fetchPage: service.fetchPage });
  expect(make).toThrow(InvalidRequestError);
  expect(make).toThrow(`${bound} must be an instant`);
});

test('it shows nothing of the query', () => {
  const { service } = hundred();
  const paginator = new Paginator({ operation, query: { ...query, search: 'Ms Miller' }, ...service });
  expect(inspect(paginator, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain('Miller');
});
