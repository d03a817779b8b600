import { describe, expect, test } from 'vitest';
import { EndlessListError } from '../../../src/errors/endless-list-error.js';
import { isSliceEnd } from '../../../src/lists/list-position.js';
import type { FetchPage } from '../../../src/lists/slice.js';
import { listGoodsReceipts } from '../../../src/operations/index.js';
import { collect, day, type PartialListing, paginatorOf, serviceOf } from './service.js';

const start = Date.parse('2026-01-01T00:00:00Z');

interface Receipt {
  readonly id: string;
  readonly created: string;
}

/** 1,000 receipts, ten per day, 10 per page. By default, responses are slow, so that slices are fetched in parallel. */
function thousand(change = (fetchPage: FetchPage<Receipt>) => fetchPage) {
  const rows = Array.from({ length: 1_000 }, (_, index) => {
    const at = start + (index * day) / 10 + 1;
    return { at, entry: { id: `gr-${index}`, created: new Date(at).toISOString() } };
  });
  const service = serviceOf(rows, { order: 'oldest-first', bounds: 'both', pageSizes: [10] });
  const fetchPage = change(service.fetchPage);
  const inFlight = new Set<AbortSignal>();
  const list = (options: PartialListing<Receipt> = {}) =>
    paginatorOf<Receipt>({
      operation: {
        ...listGoodsReceipts,
        range: { maxDays: 31, order: 'oldest-first', field: 'created' },
      },
      query: { from: '2026-01-01T00:00:00Z', to: '2026-04-11T00:00:00Z' },
      requestsPerSecond: () => 5,
      responseTime: () => 800,
      async fetchPage(slice, cursor, leaving) {
        const request = AbortSignal.any([leaving.signal]);
        inFlight.add(request);
        await new Promise(setImmediate);
        leaving.throwIfAborted();
        const page = await fetchPage(slice, cursor, leaving);
        inFlight.delete(request);
        return page;
      },
      ...options,
    });
  return { list, service, inFlight, ids: rows.map(({ entry }) => entry.id) };
}

const idOf = ({ id }: Receipt) => id;
const settle = async () => {
  for (let turn = 0; turn < 300; turn += 1) await new Promise(setImmediate);
};

/** Takes pages from a list, and returns how many requests were sent after each. */
async function requestsPerPage({ list, service }: ReturnType<typeof thousand>, pages: number, options = {}) {
  const counts: number[] = [];
  for await (const _page of list(options).pages()) {
    await settle();
    if (counts.push(service.requests.length) === pages) break;
  }
  await settle();
  expect(service.requests).toHaveLength(counts.at(-1) ?? 0);
  return counts;
}

describe('how far ahead pages are fetched', () => {
  test.each([
    ['if responses are fast', { responseTime: () => 200 }],
    ['if the response time is unknown', { responseTime: () => undefined }],
    ['without a rate limit', { requestsPerSecond: () => Number.POSITIVE_INFINITY }],
    ['with a concurrency of 1', { concurrency: 1 }],
  ])('is one page, from the second page on, %s', async (_, options) => {
    expect(await requestsPerPage(thousand(), 5, options)).toEqual([1, 3, 4, 5, 6]);
  });

  test.each([
    ['if responses are slow', {}],
    ['with a fixed concurrency', { concurrency: 8, responseTime: () => 50 }],
  ])('is 80 pages, from the second page on, %s', async (_, options) => {
    expect(await requestsPerPage(thousand(), 4, options)).toEqual([1, 82, 83, 84]);
  });
});

describe('slices', () => {
  /** Returns the length in days of each slice of a list. */
  async function slicesOf(options: PartialListing<Receipt>): Promise<number[]> {
    const { list, ids } = thousand();
    const pages = await collect(list(options).pages());
    expect(pages.flatMap(({ items }) => items.map(idOf))).toEqual(ids);
    const slices = new Map(pages.map(({ slice }) => [slice.from, slice.to]));
    return [...slices].map(([from, to]) => (Date.parse(to) - Date.parse(from)) / day);
  }

  test('are windows of 31 days if responses are known to be fast', async () => {
    expect(await slicesOf({ responseTime: () => 100 })).toEqual([31, 31, 31, 7]);
    expect(await slicesOf({ requestsPerSecond: () => Number.POSITIVE_INFINITY })).toEqual([31, 31, 31, 7]);
  });

  test('begin with a day if the response time is unknown', async () => {
    let requests = 0;
    const responseTime = () => (requests++ < 5 ? undefined : 100);
    expect(await slicesOf({ responseTime })).toEqual([1, 31, 31, 31, 6]);
  });
});

test('a slice that is resumed at a cursor says nothing about the density', async () => {
  const { list, service } = thousand();
  let resumeFrom: unknown;
  for await (const { position } of list({ concurrency: 1 }).pages())
    if (isSliceEnd(position)) break;
    else resumeFrom = position;
  const { length } = service.requests;
  await collect(list({ resumeFrom }).pages());
  for (const { from, to, cursor } of service.requests.slice(length)) {
    const days = (Date.parse(to) - Date.parse(from)) / day;
    if (cursor === undefined) expect(days).toBeLessThan(18);
  }
});

test.each(['break', 'throw'])('leaving a loop aborts all requests in flight (%s)', async (way) => {
  const { list, service, inFlight } = thousand();
  const iteration = async () => {
    let pages = 0;
    for await (const _page of list().pages()) {
      pages += 1;
      if (pages < 6) continue;
      if (way === 'break') break;
      throw new Error('enough');
    }
  };
  if (way === 'break') await iteration();
  else await expect(iteration()).rejects.toThrow('enough');
  expect(inFlight.size).toBeGreaterThan(2);
  for (const signal of inFlight) expect(signal.aborted).toBe(true);
  const { length } = service.requests;
  await settle();
  expect(service.requests).toHaveLength(length);
});

describe('a page that fails', () => {
  const reason = new Error('lost');
  /** Requests for the later part of the range fail. */
  let failures = 0;
  const failing = () =>
    thousand((fetchPage) => (slice, ...rest) => {
      if (Date.parse(slice.from) <= start + 40 * day) return fetchPage(slice, ...rest);
      failures += 1;
      return Promise.reject(reason);
    });

  test('rejects when iteration reaches it, and the last position resumes there', async () => {
    const { list, ids } = failing();
    const delivered: string[] = [];
    let resumeFrom: unknown;
    const iteration = async () => {
      for await (const page of list().pages()) {
        delivered.push(...page.items.map(idOf));
        resumeFrom = page.position;
        await settle();
      }
    };
    await expect(iteration()).rejects.toBe(reason);
    expect(failures).toBeLessThanOrEqual(5);
    expect(delivered.length).toBeGreaterThan(300);
    const rest = await thousand().list({ resumeFrom }).toArray();
    expect([...delivered, ...rest.map(idOf)]).toEqual(ids);
  });

  test('does not matter if the consumer leaves before it', async () => {
    // Vitest fails the run on an unhandled rejection.
    for await (const page of failing().list().pages()) {
      await settle();
      if (page.items.some(({ id }) => id === 'gr-200')) break;
    }
    await settle();
  });

  test('can be a cursor that comes back in one slice', async () => {
    const { list } = thousand((fetchPage) => async (slice, cursor, leaving) => {
      const page = await fetchPage(slice, cursor, leaving);
      const isBroken = Date.parse(slice.from) > start + 20 * day && cursor !== undefined;
      return isBroken ? { ...page, next: cursor } : page;
    });
    await expect(list().toArray()).rejects.toThrow(EndlessListError);
  });
});

test('an abort ends the iteration, even if pages are buffered', async () => {
  const controller = new AbortController();
  let pages = 0;
  const iteration = async () => {
    for await (const _page of thousand().list({ signal: controller.signal }).pages()) {
      pages += 1;
      await settle();
      if (pages === 10) controller.abort('closing time');
    }
  };
  await expect(iteration()).rejects.toBe('closing time');
  expect(pages).toBe(10);
});
