import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listGoodsReceipts } from '../../../src/operations/index.js';
import { collect, day, type PartialListing, paginatorOf, serviceOf } from './service.js';

const start = Date.parse('2026-01-01T00:00:00Z');
const list = {
  operation: { ...listGoodsReceipts, range: { maxDays: 31, order: 'oldest-first', field: 'created' } },
  query: { from: '2026-01-01T00:00:00Z', to: '2026-04-11T00:00:00Z' },
} as const;

/** 100 receipts, one per day, 10 per page. */
function hundred(options: PartialListing<{ id: string }> = {}) {
  const rows = Array.from({ length: 100 }, (_, index) => ({
    at: start + index * day + 1,
    entry: { id: `gr-${index}` },
  }));
  const service = serviceOf(rows, { order: 'oldest-first', bounds: 'both', pageSizes: [10] });
  const paginator = paginatorOf({ ...list, fetchPage: service.fetchPage, ...options });
  return { paginator, service, all: rows.map(({ entry }) => entry) };
}

test('nothing is sent before iteration, and awaiting a paginator returns it', async () => {
  const { paginator, service } = hundred();
  // @ts-expect-error: it sends nothing, so the compiler rejects it.
  expect(await paginator).toBe(paginator);
  paginator.pages();
  paginator[Symbol.asyncIterator]();
  expect(service.requests).toEqual([]);
});

test('each iteration starts from the beginning, also in parallel', async () => {
  const { paginator, all } = hundred();
  const pages = paginator.pages();
  const itemsOf = async () => (await collect(pages)).flatMap(({ items }) => items);
  const iterations = [paginator.toArray(), collect(paginator), itemsOf(), itemsOf()];
  for (const records of await Promise.all(iterations)) expect(records).toEqual(all);
});

test.each(['from', 'to'])('an invalid `%s` is rejected', (bound) => {
  expect(() => hundred({ query: { ...list.query, [bound]: 'soon' } })).toThrow(
    'from and to must be RFC 3339 strings',
  );
});

test('a bound finer than a millisecond never shrinks the range', async () => {
  const query = { from: list.query.from, to: '2026-01-02T00:00:00.0001+01:00' };
  const { slice } = await hundred({ query }).paginator.firstPage();
  expect(slice).toEqual({ from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T23:00:00.001Z' });
});

test('a paginator does not show its query', () => {
  const { paginator } = hundred({ query: { ...list.query, search: 'Ms Miller' } });
  expect(inspect(paginator, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain('Miller');
});

describe('firstPage', () => {
  test('sends one request for a whole window, even if responses are slow', async () => {
    const { paginator, service, all } = hundred({ requestsPerSecond: () => 5, responseTime: () => 800 });
    expect(await paginator.firstPage()).toMatchObject({
      items: all.slice(0, 10),
      position: { next: { cursor: expect.any(String) } },
      slice: { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
    });
    expect(service.requests).toHaveLength(1);
  });

  test('can be empty', async () => {
    const query = { from: '2020-01-01T00:00:00Z', to: '2020-06-01T00:00:00Z' };
    const { paginator, service } = hundred({ query });
    expect(await paginator.firstPage()).toMatchObject({ items: [] });
    expect(service.requests).toHaveLength(1);
  });

  test('is empty after the end of the list, and sends nothing', async () => {
    const { position } = (await collect(hundred().paginator.pages())).at(-1) ?? {};
    const { paginator, service } = hundred({ resumeFrom: position });
    expect(await paginator.firstPage()).toMatchObject({ items: [], position });
    expect(service.requests).toEqual([]);
  });
});

describe('toArray', () => {
  test.each<PartialListing<{ id: string }>>([
    {},
    { requestsPerSecond: () => 5, responseTime: () => 800 },
    { concurrency: 8 },
  ])('fetches no page that the limit does not need (%o)', async (pace) => {
    const ends: number[] = [];
    for await (const { items } of hundred().paginator.pages()) ends.push((ends.at(-1) ?? 0) + items.length);
    await fc.assert(
      fc.asyncProperty(fc.nat(120), async (limit) => {
        const { paginator, service, all } = hundred(pace);
        expect(await paginator.toArray({ limit })).toEqual(all.slice(0, limit));
        const needed = ends.findIndex((end) => end >= Math.min(limit, all.length)) + 1;
        expect(service.requests).toHaveLength(limit === 0 ? 0 : limit > all.length ? ends.length : needed);
      }),
    );
  });

  test('returns everything without a limit', async () => {
    const { paginator, all } = hundred();
    expect(await paginator.toArray({})).toEqual(all);
    expect(await paginator.toArray({ limit: undefined })).toEqual(all);
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects a limit of %d', async (limit) => {
    const { paginator, service } = hundred();
    await expect(paginator.toArray({ limit })).rejects.toMatchObject({
      name: 'RequestValidationError',
      message: expect.stringMatching(/^GET \/inventory\/goods-receipts was not sent: `limit` /),
      issues: [{ path: 'limit', message: expect.stringContaining('whole number') }],
    });
    expect(service.requests).toEqual([]);
  });
});

describe('an abort', () => {
  const reason = new Error('closing time');

  test('before iteration sends nothing', async () => {
    const { paginator, service } = hundred({ signal: AbortSignal.abort(reason) });
    await expect(paginator.toArray()).rejects.toBe(reason);
    await expect(paginator.firstPage()).rejects.toBe(reason);
    expect(service.requests).toEqual([]);
  });

  test('between pages ends the iteration with its reason', async () => {
    const controller = new AbortController();
    const { paginator, service } = hundred({ signal: controller.signal });
    const iteration = async () => {
      for await (const _page of paginator.pages()) controller.abort(reason);
    };
    await expect(iteration()).rejects.toBe(reason);
    expect(service.requests).toHaveLength(1);
  });

  test('inside a page ends the iteration at the next record', async () => {
    const controller = new AbortController();
    const { paginator } = hundred({ signal: controller.signal });
    let records = 0;
    const iteration = async () => {
      for await (const _record of paginator) {
        records += 1;
        controller.abort(reason);
      }
    };
    await expect(iteration()).rejects.toBe(reason);
    expect(records).toBe(1);
  });
});
