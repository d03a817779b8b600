import fc from 'fast-check';
import type { Order } from 'outlet-open-api';
import {
  backfillOrders,
  createMemoryCheckpointStore,
  type OrderComparison,
  type ReconcileOptions,
  reconcileOrders,
} from 'outlet-open-api/sync';
import { describe, expect, test, vi } from 'vitest';
import { day, named, never } from '../quick-outlet.js';
import { quarter, wholeRange } from './quarter.js';

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

async function listed({ outlet }: ReturnType<typeof quarter>): Promise<Order[]> {
  return outlet.orders.list(wholeRange()).toArray();
}

test('a copy that agrees has no differences', async () => {
  const world = quarter();
  const copy = copyOf(await listed(world));
  const report = await reconcileOrders(world.outlet, {
    ...named,
    ...wholeRange(),
    compare: copy.compare,
    onMissing: never,
    onChanged: never,
    onNotFound: never,
    knownIds: copy.rows.keys(),
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
      const report = await reconcileOrders(world.outlet, {
        ...named,
        ...wholeRange(),
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
  const { outlet, fake } = quarter();
  const missing = new Set(
    fake.orders
      .all()
      .slice(0, 5)
      .filter(({ status }) => status !== 'open')
      .map(({ id }) => id),
  );
  const onMissing = vi.fn();
  await reconcileOrders(outlet, {
    ...named,
    ...wholeRange(),
    compare: ({ id }) => !missing.has(id),
    onMissing,
  });
  expect(onMissing).toHaveBeenCalledTimes(missing.size);
  const read = fake.requests
    .filter(({ path }) => path !== '/orders')
    .map(({ path }) => path.split('/').at(-1));
  expect(new Set(read)).toEqual(missing);
});

describe('an order that changes after its page was read', () => {
  /** Reconciles an empty copy, and cancels the orders of all prefetched pages when the first order is compared. */
  async function reconcileLate() {
    const { outlet, fake } = quarter();
    const delivered = new Map<string, { order: Order; readAt: Date }>();
    let cancelledAt: Date | undefined;
    const report = await reconcileOrders(outlet, {
      ...named,
      ...wholeRange(),
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
    const { outlet, fake } = quarter();
    const rows = new Map<string, string | null | undefined>();
    const report = await reconcileOrders(outlet, {
      ...named,
      ...wholeRange(),
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
  const { outlet, fake, ended } = quarter();
  const compared = new Map<string, number[]>();
  const delivered: number[] = [];
  await reconcileOrders(outlet, {
    ...named,
    ...wholeRange(),
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
  const { outlet, fake } = quarter({ listsPartnerAggregated: true });
  const { id } = fake.orders.add({
    status: 'complete',
    partnerAggregated: true,
    created: new Date(Date.now() - day),
  });
  const before = new Date();
  const onMissing = vi.fn();
  const compare = (order: Order) => order.id !== id;
  const options = { ...named, ...wholeRange(), compare, onMissing, onNotFound: never, knownIds: [id] };
  const report = await reconcileOrders(outlet, options);
  expect(report).toMatchObject({ missing: 1, notFound: 0 });
  expect(onMissing).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id }), {
    readAt: expect.any(Date),
  });
  const { readAt } = onMissing.mock.calls[0]?.[1] ?? {};
  expect(readAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
});

test('an order that has changed goes to onMissing if there is no onChanged', async () => {
  const { outlet, ended } = quarter();
  const onMissing = vi.fn();
  const report = await reconcileOrders(outlet, {
    ...named,
    ...wholeRange(),
    compare: () => 'changed',
    onMissing,
  });
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
    const report = await reconcileOrders(world.outlet, {
      ...named,
      ...wholeRange(),
      compare: copy.compare,
      onChanged: (order) => changed.push(order),
      onNotFound: (orderId) => notFound.push(orderId),
      knownIds: known(),
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
    const { outlet, fake } = quarter();
    fake.failNext({ path: '/orders/{orderId}', fault: 'server-error' });
    const run = reconcileOrders(outlet, {
      ...named,
      ...wholeRange(),
      compare: () => true,
      onNotFound: never,
      knownIds: ['o-1'],
    });
    await expect(run).rejects.toMatchObject({ status: 500 });
  });
});

test('an order that completes, is reopened and completes again is compared each time §events.rule-4', async () => {
  const { outlet, fake } = quarter();
  const { id } = fake.orders.add();
  const copy = copyOf([]);
  const reconcile = (): ReturnType<typeof reconcileOrders> =>
    reconcileOrders(outlet, { ...named, ...wholeRange(), compare: copy.compare, onMissing: copy.upsert });
  fake.orders.complete(id);
  await reconcile();
  fake.orders.reopen(id);
  fake.orders.changeTotals(id, { items: [{ menuItemId: 'm-1', quantity: 2 }] });
  fake.orders.complete(id);
  expect(await reconcile()).toMatchObject({ missing: 0, changed: 1 });
  expect(await reconcile()).toMatchObject({ missing: 0, changed: 0 });
});

test('the report names the first 1,000 differences and counts all', async () => {
  const { outlet, ended, fake } = quarter();
  const known = Array.from({ length: 1_100 }, (_, index) => `lost-${index}`);
  const oneResponse = outlet.orders.get(fake.orders.add().id);
  vi.spyOn(outlet.orders, 'get').mockReturnValue(oneResponse);
  const options = { ...named, ...wholeRange(), compare: () => false, knownIds: known };
  const report = await reconcileOrders(outlet, options);
  expect(report.missing).toBe(ended.length + 1_100);
  expect(report.differences).toHaveLength(1_000);
});

describe('with checkpoints', () => {
  test('a run that died is resumed, and the run after a complete one compares all orders again', async () => {
    const { outlet, ended } = quarter();
    const options = { ...named, ...wholeRange(), checkpoints: createMemoryCheckpointStore() };
    const compared: string[] = [];
    const dying = (order: Order) => {
      if (compared.length === 100) throw new Error('died');
      return Boolean(compared.push(order.id));
    };
    await expect(reconcileOrders(outlet, { ...named, ...options, compare: dying })).rejects.toThrow('died');
    const rest = await reconcileOrders(outlet, {
      ...named,
      ...options,
      compare: ({ id }) => Boolean(compared.push(id)),
    });
    expect([...new Set(compared)].sort()).toEqual(ended);
    expect(rest.checked).toBeLessThan(80);
    expect(await reconcileOrders(outlet, { ...named, ...options, compare: () => true })).toMatchObject({
      checked: ended.length,
    });
  });

  test('a run with known IDs that died starts from the beginning, and reports no listed order as not found', async () => {
    const world = quarter();
    world.fake.orders.add({
      status: 'complete',
      partnerAggregated: true,
      created: new Date(Date.now() - 90 * day),
    });
    const known = (await listed(world)).map(({ id }) => id);
    const options = {
      ...named,
      ...wholeRange(),
      checkpoints: createMemoryCheckpointStore(),
      knownIds: known,
    };
    let compared = 0;
    const dying = () => {
      compared += 1;
      if (compared === 100) throw new Error('died');
      return true;
    };
    await expect(reconcileOrders(world.outlet, { ...named, ...options, compare: dying })).rejects.toThrow(
      'died',
    );
    const report = await reconcileOrders(world.outlet, {
      ...named,
      ...options,
      compare: () => true,
      onNotFound: never,
    });
    expect(report).toMatchObject({ checked: known.length, notFound: 0 });
    expect(world.fake.requests.every(({ path }) => path === '/orders')).toBe(true);
  });

  test('a reconciliation rejects the checkpoint of a backfill, and the other way round', async () => {
    const { outlet } = quarter();
    const options = { ...named, ...wholeRange(), checkpoints: createMemoryCheckpointStore(), name: 'shared' };
    await reconcileOrders(outlet, { ...named, ...options, compare: () => true });
    const rejection = { name: 'RequestValidationError', issues: [{ path: 'checkpoints' }] };
    await expect(backfillOrders(outlet, { ...named, ...options, onOrders: never })).rejects.toMatchObject(
      rejection,
    );
    const other = { ...options, checkpoints: createMemoryCheckpointStore() };
    await backfillOrders(outlet, { ...named, ...other, onOrders: () => {} });
    await expect(reconcileOrders(outlet, { ...named, ...other, compare: never })).rejects.toMatchObject(
      rejection,
    );
  });

  test('an unfinished run of another range is abandoned', async () => {
    const { outlet, ended } = quarter();
    const options = { ...named, ...wholeRange(), checkpoints: createMemoryCheckpointStore() };
    const dying = { ...options, to: new Date(), compare: never };
    await expect(reconcileOrders(outlet, dying)).rejects.toThrow();
    expect(await reconcileOrders(outlet, { ...named, ...options, compare: () => true })).toMatchObject({
      checked: ended.length,
    });
  });
});

test('an invalid result of compare ends the run, so that a forgotten return is noticed', async () => {
  const { outlet } = quarter();
  const forgotten: ReconcileOptions['compare'] = () => JSON.parse('null');
  await expect(
    reconcileOrders(outlet, { ...named, ...wholeRange(), compare: forgotten }),
  ).rejects.toMatchObject({
    name: 'RequestValidationError',
    issues: [{ path: 'compare' }],
  });
});

test('a signal ends the run with its reason, also between two orders of a page', async () => {
  const { outlet } = quarter();
  const leaving = new AbortController();
  let compared = 0;
  const compare = () => {
    compared += 1;
    if (compared === 3) leaving.abort('closing time');
    return true;
  };
  const run = reconcileOrders(outlet, { ...named, ...wholeRange(), compare, signal: leaving.signal });
  await expect(run).rejects.toBe('closing time');
  expect(compared).toBe(3);
});

test('an ID of knownIds that is empty ends the run with an error that names the option', async () => {
  const { outlet } = quarter();
  const run = reconcileOrders(outlet, {
    ...wholeRange(),
    name: 'nightly',
    compare: () => true,
    knownIds: [''],
  });
  await expect(run).rejects.toMatchObject({ issues: [{ path: 'knownIds' }] });
});
