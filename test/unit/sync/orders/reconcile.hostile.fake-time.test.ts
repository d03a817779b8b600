import fc from 'fast-check';
import type { Order } from 'outlet-open-api';
import {
  createMemoryCheckpointStore,
  type OrderComparison,
  type ReconcileOptions,
  reconcileOrders,
} from 'outlet-open-api/sync';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fullPages } from '../../../support/services/hostile-mode.js';
import { day, named, never, quickOutlet } from '../quick-outlet.js';
import { quarter } from './quarter.js';

/** A copy of the outlet's orders. */
function copyOf(orders: Iterable<Order>) {
  const rows = new Map([...orders].map((order) => [order.id, JSON.stringify(order)]));
  return {
    rows,
    upsert: (order: Order) => rows.set(order.id, JSON.stringify(order)),
    compare(order: Order): OrderComparison {
      const row = rows.get(order.id);
      if (row === undefined) return 'missing';
      return row === JSON.stringify(order) ? 'current' : 'changed';
    },
  };
}

async function listed({ outlet, range }: ReturnType<typeof quarter>): Promise<Order[]> {
  return outlet.orders.list(range).toArray();
}

test('a copy that agrees has no differences', async () => {
  const world = quarter();
  const copy = copyOf(await listed(world));
  const report = await world.reconcile({
    compare: copy.compare,
    onMissing: never,
    onChanged: never,
    onNotFound: never,
    knownIds: () => copy.rows.keys(),
  });
  const checked = world.ended.length;
  expect(report).toMatchObject({
    checked,
    current: checked,
    changed: 0,
    missing: 0,
    notFound: 0,
    differences: [],
  });
});

test('a copy that lacks orders or has old ones agrees afterwards', async () => {
  const world = quarter();
  const all = await listed(world);
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.constantFrom('kept', 'kept', 'lost', 'old')), async (fates) => {
      const fated = all.map((order) => ({ order, fate: fates.next().value }));
      const copy = copyOf(
        fated
          .filter(({ fate }) => fate !== 'lost')
          .map(({ order, fate }) => (fate === 'old' ? { ...order, status: 'open' } : order)),
      );
      const delivered = { missing: new Set<string>(), changed: new Set<string>() };
      const report = await world.reconcile({
        compare: async (order) => copy.compare(order),
        onMissing: (order) => delivered.missing.add(copy.upsert(order) && order.id),
        onChanged: (order) => delivered.changed.add(copy.upsert(order) && order.id),
      });
      const idsOfFate = (wanted: string) =>
        fated.filter(({ fate }) => fate === wanted).map(({ order }) => order.id);
      expect([...delivered.missing].sort()).toEqual(idsOfFate('lost').sort());
      expect([...delivered.changed].sort()).toEqual(idsOfFate('old').sort());
      expect(report.missing + report.changed).toBe(report.differences.length);
      expect(all.every((order) => copy.compare(order) === 'current')).toBe(true);
    }),
    { numRuns: 4 },
  );
});

test('orders that agree are not read again, and each difference is', async () => {
  const { reconcile, fake } = quarter();
  const missing = new Set(
    fake.orders
      .all()
      .slice(0, 5)
      .filter(({ status }) => status !== 'open')
      .map(({ id }) => id),
  );
  const onMissing = vi.fn();
  await reconcile({ compare: ({ id }) => !missing.has(id), onMissing });
  expect(onMissing).toHaveBeenCalledTimes(missing.size);
  const read = fake.requests
    .filter(({ path }) => path !== '/orders')
    .map(({ path }) => path.split('/').at(-1));
  expect(new Set(read)).toEqual(missing);
});

describe('an order that changes after its page was read', () => {
  /** Reconciles an empty copy, and cancels the orders of all prefetched pages when the first order is compared. */
  async function reconcileLate() {
    const { reconcile, fake } = quarter();
    const delivered = new Map<string, { order: Order; readAt: Date }>();
    let cancelledAt: Date | undefined;
    const report = await reconcile({
      async compare({ id }) {
        if (!cancelledAt) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          for (const { id, status } of fake.orders.all()) if (status === 'complete') fake.orders.cancel(id);
          cancelledAt = new Date();
        }
        return delivered.has(id);
      },
      onMissing: (order, { readAt }) => delivered.set(order.id, { order, readAt }),
    });
    return { delivered: [...delivered.values()], cancelledAt: cancelledAt ?? new Date(0), report };
  }

  test('is delivered as it is now', async () => {
    const { delivered, report } = await reconcileLate();
    expect(delivered).toHaveLength(report.missing);
    expect(new Set(delivered.map(({ order }) => order.status))).toEqual(new Set(['cancelled']));
  });

  test('comes with the time at which it was read', async () => {
    const { delivered, cancelledAt } = await reconcileLate();
    for (const { readAt } of delivered)
      expect(readAt.getTime()).toBeGreaterThanOrEqual(cancelledAt.getTime());
  });

  test('is not delivered if a webhook has written it in the meantime', async () => {
    const { reconcile, fake } = quarter();
    const rows = new Map<string, string | null | undefined>();
    const report = await reconcile({
      compare({ id, status }) {
        if (!rows.has(id)) {
          if (status === 'complete') fake.orders.cancel(id);
          rows.set(id, 'cancelled');
        }
        return rows.get(id) === status ? 'current' : 'changed';
      },
      onChanged: never,
    });
    expect(report).toMatchObject({ changed: 0, current: report.checked, differences: [] });
  });
});

test('readAt is what now returned: at the start for the list, and before each order is read again', async () => {
  const { reconcile, fake, ended } = quarter();
  const compared = new Map<string, number[]>();
  const delivered: number[] = [];
  await reconcile({
    // This clock counts requests.
    now: async () => new Date(fake.requests.length),
    compare({ id }, { readAt }) {
      compared.set(id, [...(compared.get(id) ?? []), readAt.getTime()]);
      return false;
    },
    onMissing: (_, { readAt }) => delivered.push(readAt.getTime()),
  });
  const [listed, read] = [0, 1].map((index) => Array.from(compared.values(), (times) => times[index]));
  expect(listed).toEqual(ended.map(() => 0));
  expect(delivered).toEqual(read);
  expect(delivered).toEqual(delivered.toSorted((a, b) => a - b));
  expect(new Set(delivered).size).toBe(ended.length);
});

test('an order that a partner aggregated is delivered as it was listed, because it cannot be read', async () => {
  const { reconcile, fake } = quarter({ listsPartnerAggregated: true });
  const { id } = fake.orders.add({
    status: 'complete',
    partnerAggregated: true,
    created: new Date(Date.now() - day),
  });
  const before = new Date();
  const onMissing = vi.fn();
  const compare = (order: Order) => order.id !== id;
  const report = await reconcile({ compare, onMissing, onNotFound: never, knownIds: () => [id] });
  expect(report).toMatchObject({ missing: 1, notFound: 0 });
  expect(onMissing).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id }), {
    readAt: expect.any(Date),
  });
  const { readAt } = onMissing.mock.calls[0]?.[1] ?? {};
  expect(readAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
});

test('an order that has changed goes to onMissing if there is no onChanged', async () => {
  const { reconcile, ended } = quarter();
  const onMissing = vi.fn();
  const report = await reconcile({ compare: () => 'changed', onMissing });
  expect(onMissing).toHaveBeenCalledTimes(ended.length);
  expect(report).toMatchObject({ changed: ended.length, missing: 0 });
});

describe('known orders that the list does not have', () => {
  test('are read: a reopened order is compared, and an order that does not exist is reported', async () => {
    const world = quarter();
    const copy = copyOf(await listed(world));
    const [reopened = '', aggregated = ''] = [
      world.fake.orders.add({ status: 'complete' }).id,
      world.fake.orders.add({ partnerAggregated: true }).id,
    ];
    copy.upsert(await world.outlet.orders.get(reopened));
    world.fake.orders.reopen(reopened);
    const changed: Order[] = [];
    const notFound: string[] = [];
    const known = async function* () {
      yield* [...copy.rows.keys(), reopened, 'never-was', aggregated];
    };
    const report = await world.reconcile({
      compare: copy.compare,
      onChanged: (order) => changed.push(order),
      onNotFound: (orderId) => notFound.push(orderId),
      knownIds: known,
    });
    expect(changed).toMatchObject([{ id: reopened, status: 'open' }]);
    expect(notFound).toEqual(['never-was', aggregated]);
    expect(report).toMatchObject({ changed: 1, notFound: 2 });
    expect(report.differences).toEqual([
      { orderId: reopened, kind: 'changed' },
      { orderId: 'never-was', kind: 'not-found' },
      { orderId: aggregated, kind: 'not-found' },
    ]);
  });

  test('end the run if they cannot be read', async () => {
    const { reconcile, fake } = quarter();
    fake.failNext({ path: '/orders/{orderId}', fault: 'server-error' });
    const run = reconcile({ onNotFound: never, knownIds: () => ['o-1'] });
    await expect(run).rejects.toMatchObject({ status: 500 });
  });
});

test('an order that completes, is reopened and completes again is compared each time §events.rule-4', async () => {
  const world = quarter();
  const { fake } = world;
  const { id } = fake.orders.add();
  const copy = copyOf([]);
  const reconcile = () => world.reconcile({ compare: copy.compare, onMissing: copy.upsert });
  fake.orders.complete(id);
  await reconcile();
  fake.orders.reopen(id);
  fake.orders.changeTotals(id, { items: [{ menuItemId: 'm-1', quantity: 2 }] });
  fake.orders.complete(id);
  expect(await reconcile()).toMatchObject({ missing: 0, changed: 1 });
  expect(await reconcile()).toMatchObject({ missing: 0, changed: 0 });
});

test('the report names the first 1,000 differences and counts all', async () => {
  const { outlet, reconcile, ended, fake } = quarter();
  const known = Array.from({ length: 1_100 }, (_, index) => `lost-${index}`);
  const oneResponse = outlet.orders.get(fake.orders.add().id);
  vi.spyOn(outlet.orders, 'get').mockReturnValue(oneResponse);
  const report = await reconcile({ compare: () => false, knownIds: async () => known });
  expect(report.missing).toBe(ended.length + 1_100);
  expect(report.differences).toHaveLength(1_000);
});

describe('with checkpoints', () => {
  test('a run that died starts from the beginning', async () => {
    const { reconcile, checkpoints, ended } = quarter();
    let compared = 0;
    const dying = () => {
      compared += 1;
      if (compared === 100) throw new Error('died');
      return true;
    };
    await expect(reconcile({ checkpoints, compare: dying })).rejects.toThrow('died');
    expect(await checkpoints.load('run')).toBeUndefined();
    const report = await reconcile({ checkpoints, knownIds: () => ended });
    expect(report).toMatchObject({ checked: ended.length, notFound: 0 });
  });

  test('a reconciliation rejects the checkpoint of a backfill, and the other way round', async () => {
    const { backfill, reconcile, checkpoints } = quarter();
    const rejection = { name: 'RequestValidationError', issues: [{ path: 'checkpoints' }] };
    await reconcile({ checkpoints });
    await expect(backfill({ onOrders: never })).rejects.toMatchObject(rejection);
    await backfill({ name: 'another' });
    const other = reconcile({ checkpoints, name: 'another', compare: never });
    await expect(other).rejects.toMatchObject(rejection);
  });
});

describe('the range of a run with checkpoints', () => {
  const midnight = Date.parse('2026-03-01T00:00:00Z');
  beforeEach(() => {
    vi.useFakeTimers({ now: midnight, toFake: ['Date'] });
  });

  /** An outlet, its copy, and a nightly run over three days. */
  function nightly() {
    const { outlet, fake } = quickOutlet(fullPages);
    const checkpoints = createMemoryCheckpointStore();
    const copy = copyOf([]);
    const onWarning = vi.fn<(message: string) => void>();
    const run = (options: Partial<ReconcileOptions> = {}) =>
      reconcileOrders(outlet, {
        ...named,
        from: new Date(Date.now() - 3 * day),
        checkpoints,
        compare: copy.compare,
        onMissing: copy.upsert,
        onWarning,
        ...options,
      });
    const lost = () => fake.orders.all().filter(({ id }) => !copy.rows.has(id));
    return { fake, outlet, checkpoints, run, onWarning, lost };
  }

  /** The start of a report's range, in days before now. */
  const daysBack = ({ from }: { readonly from: string }) => (Date.now() - Date.parse(from)) / day;

  test('an outage of five days loses none of eight orders, and is reported', async () => {
    const { fake, run, lost, onWarning } = nightly();
    await run();
    // The first order was open when the run listed the others.
    fake.orders.add({ status: 'complete', created: new Date(midnight - 1.9 * day) });
    for (let order = 0; order < 7; order += 1) {
      fake.orders.add({ status: 'complete', created: new Date(midnight + order * 0.7 * day) });
    }
    vi.setSystemTime(midnight + 5 * day);
    const report = await run();
    expect(lost()).toEqual([]);
    expect(report.missing).toBe(8);
    expect(daysBack(report)).toBe(8);
    expect(onWarning.mock.calls).toEqual([
      [expect.stringMatching(/"run" ended at 2026-03-01T.* this run starts at 2026-02-26T/)],
    ]);
  });

  test('without onWarning, an outage is a warning of the logger', async () => {
    const logger = { warn: vi.fn() };
    const { run } = nightly();
    await run();
    vi.setSystemTime(midnight + 5 * day);
    await run({ onWarning: undefined, logger });
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('outlet-open-api: The last complete run'),
    );
  });

  test('a run of every night overlaps the last one by its length, without a warning', async () => {
    const { run, onWarning } = nightly();
    expect(daysBack(await run())).toBe(3);
    vi.setSystemTime(midnight + day);
    expect(daysBack(await run())).toBe(4);
    vi.setSystemTime(midnight + 2 * day);
    expect(daysBack(await run())).toBe(4);
    expect(onWarning).not.toHaveBeenCalled();
  });

  test('ends at the time of now, so that a clock that was six days ahead loses no order', async () => {
    const { fake, run, lost } = nightly();
    let time = midnight;
    const now = () => new Date(time);
    const from = () => new Date(time - 3 * day);
    await run({ now, from: from() });
    vi.setSystemTime(midnight + 6 * day);
    const ahead = await run({ now, from: from() });
    expect(Date.parse(ahead.to)).toBe(midnight);
    for (let order = 0; order < 10; order += 1)
      fake.orders.add({ status: 'complete', created: new Date(midnight + (order + 0.5) * 0.5 * day) });
    time = midnight + 5 * day;
    vi.setSystemTime(time);
    await run({ now, from: from() });
    expect(lost()).toEqual([]);
  });

  test('is rejected if it begins after now, because the clock of this machine is ahead', async () => {
    const { run } = nightly();
    const now = () => new Date(midnight - 6 * day);
    await expect(run({ now })).rejects.toThrow('`from` is after now()');
  });

  test('is rejected if now returns no valid Date', async () => {
    const { run } = nightly();
    await expect(run({ now: () => new Date(Number.NaN) })).rejects.toThrow('`now` must return a valid Date');
  });

  test('is the range that knownIds gets', async () => {
    const { run } = nightly();
    await run();
    vi.setSystemTime(midnight + 5 * day);
    const knownIds = vi.fn<NonNullable<ReconcileOptions['knownIds']>>(() => []);
    const { from, to } = await run({ knownIds });
    expect(knownIds).toHaveBeenCalledExactlyOnceWith({ from: new Date(from), to: new Date(to) });
  });

  test('continues from the last complete run if later ones have failed', async () => {
    const { fake, run, lost } = nightly();
    await run();
    vi.setSystemTime(midnight + 2 * day);
    fake.orders.add({ status: 'complete', created: new Date(midnight + day) });
    await expect(run({ onMissing: never })).rejects.toThrow('must not be called');
    vi.setSystemTime(midnight + 9 * day);
    await run();
    expect(lost()).toEqual([]);
  });

  test('has no gap after a run whose end was in the future', async () => {
    const { run } = nightly();
    await run({ to: new Date(midnight + 3 * day) });
    vi.setSystemTime(midnight + 6 * day);
    expect(daysBack(await run())).toBe(9);
  });

  test('has no gap after a run whose clock was ahead', async () => {
    const { run } = nightly();
    vi.setSystemTime(midnight + 3 * day);
    await run();
    vi.setSystemTime(midnight);
    await run();
    vi.setSystemTime(midnight + 6 * day);
    expect(daysBack(await run())).toBe(9);
  });

  test('does not go back because of a run over the past', async () => {
    const { run } = nightly();
    await run();
    await run({ from: new Date(midnight - 30 * day), to: new Date(midnight - 20 * day) });
    vi.setSystemTime(midnight + day);
    expect(daysBack(await run())).toBe(4);
  });

  test('is kept if a warning cannot be shown', async () => {
    const { run } = nightly();
    await run();
    vi.setSystemTime(midnight + 5 * day);
    expect(daysBack(await run({ onWarning: never }))).toBe(8);
  });
});

test.each([[undefined], ['o-1'], [{}]])('knownIds must return an iterable, not %j', async (returned) => {
  const { reconcile, fake } = quarter();
  const knownIds = () => JSON.parse(JSON.stringify(returned ?? null));
  await expect(reconcile({ compare: never, knownIds })).rejects.toMatchObject({
    issues: [{ path: 'knownIds' }],
  });
  expect(fake.requests).toEqual([]);
});

test('an invalid result of compare ends the run, so that a forgotten return is noticed', async () => {
  const forgotten: ReconcileOptions['compare'] = () => JSON.parse('null');
  await expect(quarter().reconcile({ compare: forgotten })).rejects.toMatchObject({
    name: 'RequestValidationError',
    issues: [{ path: 'compare' }],
  });
});

test('a signal ends the run with its reason, also between two orders of a page', async () => {
  const leaving = new AbortController();
  let compared = 0;
  const compare = () => {
    compared += 1;
    if (compared === 3) leaving.abort('closing time');
    return true;
  };
  const run = quarter().reconcile({ compare, signal: leaving.signal });
  await expect(run).rejects.toBe('closing time');
  expect(compared).toBe(3);
});

test('an ID of knownIds that is empty ends the run with an error that names the option', async () => {
  const run = quarter().reconcile({ knownIds: () => [''] });
  await expect(run).rejects.toMatchObject({ issues: [{ path: 'knownIds' }] });
});
