import fc from 'fast-check';
import type { ListOptions, Order, OrderListParams, OutletClient, RateLimiter } from 'outlet-open-api';
import {
  type BackfillOptions,
  backfillOrders,
  createMemoryCheckpointStore,
  type SyncProgress,
} from 'outlet-open-api/sync';
import { describe, expect, test } from 'vitest';
import { fullPages } from '../../../support/services/hostile-mode.js';
import { day, named, never, quickOutlet, savingThrough } from '../quick-outlet.js';
import { idsOf, quarter } from './quarter.js';

test('with now, the range ends at its time, which is the readAt of every page', async () => {
  const { backfill, ended, range } = quarter();
  const time = new Date(Date.now() + 60_000);
  const seen: { readonly id: string; readonly readAt: Date }[] = [];
  const report = await backfill({
    from: range.from,
    to: undefined,
    now: async () => time,
    onOrders: (orders, { readAt }) => void seen.push(...orders.map(({ id }) => ({ id, readAt }))),
  });
  expect(report.to).toBe(time.toISOString());
  expect(idsOf(seen)).toEqual(ended);
  expect(new Set(seen.map(({ readAt }) => readAt))).toEqual(new Set([time]));
});

describe('a backfill', () => {
  test('delivers every order of a range, and reports §flow.order-data.backfill', async () => {
    const { backfill, ended, fake } = quarter();
    const got: Order[] = [];
    const report = await backfill({ onOrders: (orders) => got.push(...orders) });
    expect(idsOf(got)).toEqual(ended);
    expect(report).toMatchObject({ records: got.length, pages: fake.requests.length });
  });

  test('saves a checkpoint after onOrders has returned, and never before', async () => {
    const { backfill, checkpoints } = quarter();
    const happened: string[] = [];
    await backfill({
      checkpoints: savingThrough(checkpoints, (save) => {
        happened.push('saved');
        return save();
      }),
      async onOrders() {
        happened.push('begun');
        await new Promise((resolve) => setImmediate(resolve));
        happened.push('returned');
      },
    });
    const text = happened.join(' ');
    expect(text).toMatch(/^(begun returned saved ?|saved ?)+$/);
    expect(text.match(/begun/g)?.length).toBeGreaterThan(3);
  });

  test('delivers readAt, which keeps an older page from overwriting a newer order', async () => {
    const { backfill, fake } = quarter();
    const rows = new Map<string, { status: unknown; readAt: Date }>();
    const upsert = ({ id, status }: Pick<Order, 'id' | 'status'>, readAt: Date) => {
      const row = rows.get(id);
      if (!row || row.readAt <= readAt) rows.set(id, { status, readAt });
    };
    await backfill({
      async onOrders(orders, { readAt }) {
        // The next pages are being prefetched. Webhooks arrive for orders in them.
        await new Promise((resolve) => setTimeout(resolve, 5));
        for (const { id, status } of fake.orders.all()) {
          if (status !== 'complete' || rows.has(id)) continue;
          upsert({ id: fake.orders.cancel(id).id, status: 'cancelled' }, new Date());
        }
        for (const order of orders) upsert(order, readAt);
      },
    });
    const ended = fake.orders.all().filter(({ status }) => status !== 'open');
    expect(new Map([...rows].map(([id, { status }]) => [id, status]))).toEqual(
      new Map(ended.map(({ id, status }) => [id, status])),
    );
  });

  test('sends its requests with background priority', async () => {
    const priorities = new Set<string>();
    const rateLimit: RateLimiter = {
      async take({ priority }) {
        priorities.add(priority);
        return { end: () => {} };
      },
      state: () => ({
        limit: Number.POSITIVE_INFINITY,
        remaining: undefined,
        reset: undefined,
        queued: { interactive: 0, background: 0 },
      }),
    };
    const { backfill } = quarter({}, { rateLimit });
    await backfill();
    expect([...priorities]).toEqual(['background']);
  });

  test('delivers only orders with the requested status', async () => {
    const { backfill, fake } = quarter();
    const got: Order[] = [];
    await backfill({ status: 'cancelled', onOrders: (orders) => got.push(...orders) });
    const cancelled = fake.orders.all().filter((order) => order.status === 'cancelled');
    expect(idsOf(got)).toEqual(idsOf(cancelled));
  });
});

/** The step at which a run dies, and how many of that kind succeed before. */
const deaths = fc.array(
  fc.record({
    step: fc.nat(25),
    at: fc.constantFrom('fetch', 'before-write', 'after-write', 'before-save', 'after-save'),
  }),
  { maxLength: 6 },
);

test('every order is delivered in the end, however often the run dies', async () => {
  await fc.assert(
    fc.asyncProperty(deaths, fc.boolean(), async (plan, sparsePages) => {
      const { outlet, backfill, checkpoints, ended, fake } = quarter({ sparsePages });
      const written = new Set<string>();
      for (const death of [...plan, undefined]) {
        const steps = { fetch: 0, 'before-write': 0, 'after-write': 0, 'before-save': 0, 'after-save': 0 };
        const die = (at: keyof typeof steps) => {
          steps[at] += 1;
          if (death?.at === at && steps[at] > death.step) throw new Error('died');
        };
        const run = backfill(
          {
            to: undefined,
            checkpoints: savingThrough(checkpoints, async (save) => {
              die('before-save');
              await save();
              die('after-save');
            }),
            onOrders(orders) {
              die('before-write');
              for (const { id } of orders) written.add(id);
              die('after-write');
            },
          },
          dyingWith(outlet, () => die('fetch')),
        );
        await run.catch((error: Error) => expect(error.message).toBe('died'));
      }
      expect([...written].sort()).toEqual(ended);
      const before = fake.requests.length;
      await backfill({ to: undefined, onOrders: never });
      expect(fake.requests).toHaveLength(before);
    }),
    { numRuns: 15 },
  );
});

/** A client whose pages fail when `die` throws. */
function dyingWith(outlet: OutletClient, die: () => void): OutletClient {
  const dying = outlet.withOptions();
  Object.assign(dying.orders, {
    list: (...input: [OrderListParams, ListOptions?]) => ({
      async *pages() {
        for await (const page of outlet.orders.list(...input).pages()) {
          die();
          yield page;
        }
      },
    }),
  });
  return dying;
}

describe('an unfinished backfill', () => {
  async function interrupted(options: Partial<BackfillOptions> = {}) {
    const world = quarter();
    let pages = 0;
    const onOrders = () => {
      pages += 1;
      if (pages === 3) throw new Error('died');
    };
    await expect(world.backfill({ ...options, onOrders })).rejects.toThrow('died');
    return world;
  }

  test('is not resumed with another range or status', async () => {
    const { backfill, range } = await interrupted();
    const to = new Date(range.to.getTime() + 1);
    await expect(backfill({ to, onOrders: never })).rejects.toMatchObject({
      name: 'RequestValidationError',
      issues: [{ path: 'checkpoints', message: expect.stringContaining(range.to.toISOString()) }],
    });
    await expect(backfill({ status: 'complete', onOrders: never })).rejects.toThrow('another name');
    await backfill({ to, name: 'another' });
  });

  test('keeps the end that it started with if none is passed', async () => {
    const before = new Date().toISOString();
    const { backfill } = await interrupted({ to: undefined });
    const after = new Date().toISOString();
    const { to } = await backfill({ to: undefined });
    expect(before <= to && to <= after).toBe(true);
  });
});

test('a range in the future without an end is rejected', async () => {
  const run = quarter().backfill({ from: new Date(Date.now() + day), to: undefined, onOrders: never });
  await expect(run).rejects.toMatchObject({ issues: [{ path: 'from' }] });
});

test('a backfill that is complete reports so and fetches nothing, and another range starts from the beginning', async () => {
  const { backfill, fake, range } = quarter();
  const done = await backfill();
  const before = fake.requests.length;
  expect(await backfill({ onOrders: never })).toEqual({ ...done, alreadyComplete: true });
  expect(fake.requests).toHaveLength(before);
  const got: Order[] = [];
  const to = new Date(range.to.getTime() - 50 * day);
  await backfill({ to, onOrders: (orders) => got.push(...orders) });
  expect(got.length).toBeGreaterThan(0);
});

describe('onProgress', () => {
  async function progressOf(options: Partial<BackfillOptions> = {}) {
    const reported: SyncProgress[] = [];
    await quarter(fullPages).backfill({ onProgress: (progress) => reported.push(progress), ...options });
    return reported;
  }

  test('is called after each page', async () => {
    const reported = await progressOf();
    expect(reported.at(-1)).toMatchObject({ fraction: 1, timeLeft: 0 });
    expect(reported.map(({ pages }) => pages)).toEqual(reported.map((_, index) => index + 1));
    expect(reported.every(({ recordsPerSecond }) => Number.isFinite(recordsPerSecond))).toBe(true);
  });

  test('has a fraction that grows with each page and ends at 1, however the orders are distributed', async () => {
    const range = { from: new Date(Date.now() - 150 * day), to: new Date() };
    const world = fc.record({
      orders: fc.array(
        fc.record({ age: fc.integer({ min: 0, max: 149 }), count: fc.integer({ min: 1, max: 90 }) }),
      ),
      sparsePages: fc.boolean(),
      died: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ orders, sparsePages, died }) => {
        // Otherwise, a last page of 25 orders without `next` is an error.
        const { outlet, fake } = quickOutlet({ sparsePages }, { nextField: { orders: 'next' } });
        for (const { age, count } of orders) {
          const created = new Date(Date.now() - age * day);
          for (let order = 0; order < count; order += 1) fake.orders.add({ status: 'complete', created });
        }
        const checkpoints = createMemoryCheckpointStore();
        const options = { ...named, ...range, checkpoints, onOrders: () => {} };
        const leaving = new AbortController();
        const runs: SyncProgress[][] = [[], []];
        const first = backfillOrders(outlet, {
          ...options,
          signal: leaving.signal,
          onProgress(progress) {
            if (runs[0]?.push(progress) === died) leaving.abort();
          },
        });
        await first.catch(() => {});
        await backfillOrders(outlet, { ...options, onProgress: (progress) => runs[1]?.push(progress) });
        for (const reported of runs) {
          const fractions = reported.map(({ fraction }) => fraction);
          expect(fractions).toEqual([...new Set(fractions)].toSorted((one, other) => one - other));
          expect(fractions.every((fraction) => fraction > 0 && fraction <= 1)).toBe(true);
          expect(reported.every(({ timeLeft }) => timeLeft >= 0 && timeLeft < Infinity)).toBe(true);
        }
        expect(runs.flat().at(-1)).toMatchObject({ fraction: 1, timeLeft: 0 });
      }),
      { numRuns: 20 },
    );
  });

  test('estimates the pages of a window by those that are complete', async () => {
    const { outlet, fake } = quickOutlet(fullPages);
    const start = Date.parse('2026-01-01T00:00:00Z');
    // Each of the two windows has ten pages.
    for (let order = 0; order < 500; order += 1) {
      const created = new Date(start + (order + 0.5) * ((62 * day) / 500));
      fake.orders.add({ status: 'complete', created });
    }
    const reported: SyncProgress[] = [];
    await backfillOrders(outlet, {
      ...named,
      from: new Date(start),
      to: new Date(start + 62 * day),
      checkpoints: createMemoryCheckpointStore(),
      onOrders: () => {},
      onProgress: (progress) => reported.push(progress),
    });
    expect(reported[0]?.fraction).toBe(1 / 40 / 2);
    const halfway = reported.filter(({ fraction }) => fraction >= 0.5);
    expect(halfway.length).toBeGreaterThan(5);
    const [{ pages = 0 } = {}] = halfway;
    expect(halfway[3]?.fraction).toBe((1 + 3 / pages) / 2);
  });

  test('is called for a range without length', async () => {
    const at = new Date();
    expect((await progressOf({ from: at, to: at })).at(-1)).toMatchObject({ fraction: 1 });
  });

  test.each([
    ['throws', () => Promise.reject(new Error('no terminal'))],
    [
      'rejects',
      () => {
        throw new Error('no terminal');
      },
    ],
  ])('is ignored if it %s', async (_, onProgress) => {
    await progressOf({ onProgress });
  });
});

describe('a signal', () => {
  test('ends a backfill with its reason, and what was written is saved', async () => {
    const { backfill, ended } = quarter();
    const leaving = new AbortController();
    const got: Order[] = [];
    const run = backfill({
      signal: leaving.signal,
      async onOrders(orders) {
        got.push(...orders);
        if (got.length > 60) leaving.abort('closing time');
      },
    });
    await expect(run).rejects.toBe('closing time');
    const before = got.length;
    await backfill({ onOrders: (orders) => got.push(...orders) });
    // An order on the boundary of two slices can be delivered by both runs.
    expect(idsOf(got)).toEqual(ended);
    expect(before).toBeLessThan(got.length);
  });

  test('that has aborted lets no run start', async () => {
    const { backfill, fake } = quarter();
    await expect(backfill({ signal: AbortSignal.abort('no'), onOrders: never })).rejects.toBe('no');
    expect(fake.requests).toHaveLength(0);
  });
});
