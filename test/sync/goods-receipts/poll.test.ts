import { type GoodsReceipt, OutletClient } from 'outlet-open-api';
import {
  createMemoryCheckpointStore,
  type GoodsReceiptChange,
  type PollClient,
  type PollOptions,
  type PollReport,
  pollGoodsReceipts,
} from 'outlet-open-api/sync';
import type { FakeOutletOptions } from 'outlet-open-api/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { day, named, never, quickOutlet } from '../quick-outlet.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

function daysPass(days: number): void {
  vi.setSystemTime(Date.now() + days * day);
}

type Told = [id: string, status: unknown, change: string, previous: unknown];

/** An outlet whose receipts are polled, and what each poll told. */
function polled(options: FakeOutletOptions = {}, defaults: Partial<PollOptions> = {}) {
  const { fake, outlet } = quickOutlet(options);
  const checkpoints = createMemoryCheckpointStore();
  const warnings: string[] = [];
  async function poll(
    more: Partial<PollOptions> = {},
    client: PollClient = outlet,
  ): Promise<{ told: Told[]; report: PollReport }> {
    const told: Told[] = [];
    const onChanged = ({ id, status }: GoodsReceipt, { change, previous }: GoodsReceiptChange) =>
      told.push([id, status, change, previous?.status]);
    const onWarning = (message: string) => warnings.push(message);
    const report = await pollGoodsReceipts(client, {
      ...named,
      checkpoints,
      onChanged,
      onWarning,
      ...defaults,
      ...more,
    });
    return { told, report };
  }
  return { fake, outlet, checkpoints, poll, warnings };
}

const lines = [{ totalPrice: 10, taxRate: 0.2 }];

test('a receipt is handed over when it is new, when it has changed, and not again §goods-receipts.again', async () => {
  const { fake, poll } = polled();
  const { id } = fake.goodsReceipts.add({ items: lines, status: 'partiallyReceived' });
  expect((await poll()).told).toEqual([[id, 'partiallyReceived', 'new', undefined]]);
  daysPass(1);
  expect((await poll()).told).toEqual([]);
  fake.goodsReceipts.complete(id);
  expect((await poll()).told).toEqual([[id, 'completed', 'changed', 'partiallyReceived']]);
  daysPass(3);
  fake.goodsReceipts.cancel(id);
  expect((await poll()).told).toEqual([[id, 'cancelled', 'changed', 'completed']]);
  expect((await poll()).told).toEqual([]);
});

test('previous is the whole receipt as it was last seen, whatever was done to the object since', async () => {
  const { fake, poll } = polled();
  const { id } = fake.goodsReceipts.add({ items: lines, status: 'partiallyReceived' });
  const seen: GoodsReceipt[] = [];
  await poll({
    onChanged(receipt) {
      seen.push(structuredClone(receipt));
      receipt.status = 'completed';
      receipt.items = [];
    },
  });
  fake.goodsReceipts.complete(id);
  const onChanged = vi.fn();
  await poll({ onChanged });
  expect(onChanged).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ id, status: 'completed' }),
    expect.objectContaining({ change: 'changed', previous: seen[0] }),
  );
});

test('fields in another order are no change', async () => {
  const { fake, outlet, poll, checkpoints } = polled();
  fake.goodsReceipts.add({ items: lines });
  await poll();
  const list: typeof outlet.goodsReceipts.list = (...args) => {
    const paginator = outlet.goodsReceipts.list(...args);
    const pages = async function* () {
      for await (const page of paginator.pages()) yield { ...page, items: page.items.map(turned) };
    };
    return Object.assign(Object.create(paginator), { pages });
  };
  const turned = (receipt: GoodsReceipt): GoodsReceipt =>
    Object.assign(Object.create(null), Object.fromEntries(Object.entries(receipt).reverse()));
  const { receipts } = await pollGoodsReceipts(
    { goodsReceipts: { list } },
    { ...named, checkpoints, onChanged: never },
  );
  expect(receipts).toBe(1);
});

test('receipts come oldest first', async () => {
  const { fake, poll } = polled();
  const ids = [5, 1, 3].map(
    (days) => fake.goodsReceipts.add({ created: new Date(Date.now() - days * day) }).id,
  );
  const { told } = await poll();
  expect(told.map(([id]) => id)).toEqual([ids[0], ids[2], ids[1]]);
});

describe('the window', () => {
  test('of a first run begins at since, or trailingDays ago', async () => {
    const since = '2026-01-01T00:00:00Z';
    expect((await polled().poll({ since })).report).toMatchObject({
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-03-01T12:00:00.000Z',
    });
    expect((await polled().poll()).report.from).toBe('2026-02-22T12:00:00.000Z');
    expect((await polled().poll({ trailingDays: 2 })).report.from).toBe('2026-02-27T12:00:00.000Z');
  });

  test('of a later run begins trailingDays before the end of the last one, however long ago that was §goods-receipts.again', async () => {
    const { fake, poll } = polled();
    await poll({ since: '2026-01-01T00:00:00Z' });
    daysPass(1);
    const whileDown = fake.goodsReceipts.add({ items: lines }).id;
    daysPass(9);
    const { told, report } = await poll({ since: '2026-01-01T00:00:00Z' });
    expect(report.from).toBe('2026-02-22T12:00:00.000Z');
    expect(told).toEqual([[whileDown, 'completed', 'new', undefined]]);
  });

  test('a run that failed does not move it', async () => {
    const { fake, poll } = polled();
    await poll();
    daysPass(9);
    fake.failNext({ path: '/inventory/goods-receipts', with: 'server-error' });
    await expect(poll()).rejects.toMatchObject({ status: 500 });
    daysPass(9);
    expect((await poll()).report.from).toBe('2026-02-22T12:00:00.000Z');
  });

  test('a run that died at its end does not move it either, so that a late cancellation is told', async () => {
    const { fake, poll } = polled();
    const early = fake.goodsReceipts.add({ created: new Date(Date.now() - 6 * day), items: lines }).id;
    await poll();
    daysPass(10);
    const late = fake.goodsReceipts.add({ items: lines }).id;
    const dying = ({ id }: GoodsReceipt) => {
      if (id === late) throw new Error('died');
    };
    await expect(poll({ onChanged: dying })).rejects.toThrow('died');
    fake.goodsReceipts.cancel(early);
    const { told, report } = await poll();
    expect(report.from).toBe('2026-02-22T12:00:00.000Z');
    expect(told.map(([id]) => id)).toEqual([early, late]);
  });

  test('of a first run that failed is where it began, and no older, until one succeeds', async () => {
    const { fake, poll } = polled();
    fake.goodsReceipts.add({ id: 'older', created: new Date(Date.now() - 8 * day) });
    fake.goodsReceipts.add({ id: 'in it', created: new Date(Date.now() - 5 * day) });
    fake.failNext({ path: '/inventory/goods-receipts', with: 'server-error' });
    await expect(poll()).rejects.toMatchObject({ status: 500 });
    daysPass(10);
    const { told, report } = await poll();
    expect(report.from).toBe('2026-02-22T12:00:00.000Z');
    expect(told.map(([id]) => id)).toEqual(['in it']);
  });

  test('never reaches behind where the first run began', async () => {
    const { fake, poll } = polled();
    fake.goodsReceipts.add({ created: '2026-02-27T00:00:00Z' });
    const since = '2026-02-28T00:00:00Z';
    expect((await poll({ since })).told).toEqual([]);
    daysPass(1);
    const { told, report } = await poll();
    expect([told, report.from]).toEqual([[], '2026-02-28T00:00:00.000Z']);
  });

  test('holds where a clock was ahead', async () => {
    const { poll } = polled();
    daysPass(1_000);
    await poll();
    daysPass(-1_000);
    expect((await poll()).report.from).toBe('2026-02-22T12:00:00.000Z');
    daysPass(30);
    expect((await poll()).report.from).toBe('2026-02-22T12:00:00.000Z');
  });

  test('of a since that lies ahead is empty', async () => {
    const { report } = await polled().poll({ since: '2027-01-01T00:00:00Z' });
    expect(report).toMatchObject({ from: report.to, receipts: 0 });
  });
});

describe.each(['inclusive', 'exclusive', 'half-open'] as const)('where bounds are %s', (bounds) => {
  test('a draft that is completed on day 20 is seen', async () => {
    const { fake, poll } = polled({ bounds });
    const { id } = fake.goodsReceipts.add({ items: lines, status: 'draft' });
    daysPass(0.01);
    expect((await poll()).told).toEqual([]);
    for (let days = 0; days < 20; days += 1) {
      daysPass(1);
      expect((await poll()).told).toEqual([]);
    }
    fake.goodsReceipts.complete(id);
    expect((await poll()).told).toEqual([[id, 'completed', 'new', 'draft']]);
    daysPass(1);
    expect((await poll()).report.from).toBe('2026-03-14T12:14:24.000Z');
  });
});

test('what stands behind a draft is not handed over again once the draft is completed', async () => {
  const { fake, poll } = polled();
  const draft = fake.goodsReceipts.add({ status: 'draft' }).id;
  const others: string[] = [];
  for (let days = 0; days < 40; days += 1) {
    others.push(fake.goodsReceipts.add({ items: lines }).id);
    daysPass(1);
    await poll();
  }
  fake.goodsReceipts.complete(draft);
  fake.goodsReceipts.cancel(others[10] ?? '');
  expect((await poll()).told).toEqual([
    [draft, 'completed', 'new', 'draft'],
    [others[10], 'cancelled', 'changed', 'completed'],
  ]);
  expect((await poll()).told).toEqual([]);
});

test('what waits for over maxLookbackDays is left behind, once, with a warning', async () => {
  const { fake, poll, warnings } = polled({}, { maxLookbackDays: 30 });
  const { id } = fake.goodsReceipts.add({ status: 'draft' });
  await poll();
  daysPass(29);
  expect((await poll()).report.leftBehind).toEqual([]);
  daysPass(2);
  const { report } = await poll();
  expect(report.leftBehind).toEqual([id]);
  expect(warnings).toEqual([expect.stringContaining(id)]);
  daysPass(1);
  expect((await poll()).report).toMatchObject({ leftBehind: [], from: '2026-03-25T12:00:00.000Z' });
  expect(warnings).toHaveLength(1);
});

test('the warning is given although the run fails', async () => {
  const { fake, poll, warnings } = polled({}, { maxLookbackDays: 30 });
  const { id } = fake.goodsReceipts.add({ status: 'draft' });
  await poll();
  daysPass(29);
  await poll();
  daysPass(2);
  fake.failNext({ path: '/inventory/goods-receipts', with: 'server-error' });
  await expect(poll()).rejects.toMatchObject({ status: 500 });
  expect(warnings).toEqual([expect.stringContaining(id)]);
});

test.each([[null], [undefined], ['yesterday'], ['2026-02-28 10:00:00Z'], ['2019-01-01T00:00:00Z']])(
  'a receipt that was created at %j is not handed over again, either',
  async (created) => {
    const { fake, outlet, poll, checkpoints } = polled();
    fake.goodsReceipts.add({ items: lines });
    const undated: typeof outlet.goodsReceipts.list = (...args) => {
      const paginator = outlet.goodsReceipts.list(...args);
      const pages = async function* () {
        for await (const page of paginator.pages()) {
          yield { ...page, items: page.items.map((receipt) => ({ ...receipt, created })) };
        }
      };
      return Object.assign(Object.create(paginator), { pages });
    };
    const client = { goodsReceipts: { list: undated } };
    expect((await poll({}, client)).told).toHaveLength(1);
    for (let days = 0; days < 5; days += 1) {
      daysPass(1);
      expect((await poll({}, client)).told).toEqual([]);
    }
    daysPass(10);
    await poll({}, client);
    daysPass(1);
    const { checkpoint } = await pollGoodsReceipts(client, { ...named, checkpoints, onChanged: never });
    expect(JSON.stringify(checkpoint)).not.toContain('totalPrice');
  },
);

test('a draft that is not listed any more is watched no more', async () => {
  const { fake, outlet, poll, checkpoints } = polled();
  fake.goodsReceipts.add({ status: 'draft', id: 'deleted' });
  await poll();
  const without: typeof outlet.goodsReceipts.list = (query, options) =>
    outlet.goodsReceipts.list({ ...query, supplierId: 'nobody' }, options);
  daysPass(20);
  await pollGoodsReceipts({ goodsReceipts: { list: without } }, { ...named, checkpoints, onChanged: never });
  daysPass(20);
  expect((await poll()).report.from).toBe('2026-03-14T12:00:00.000Z');
});

describe('statuses', () => {
  test('are all but draft', async () => {
    const { fake, poll } = polled();
    for (const status of ['draft', 'completed', 'cancelled', 'partiallyReceived'] as const) {
      fake.goodsReceipts.add({ id: status, status });
    }
    expect((await poll()).told.map(([id]) => id)).toEqual(['cancelled', 'completed', 'partiallyReceived']);
  });

  test('can be drafts, too, and change from one run to the next', async () => {
    const { fake, poll } = polled();
    fake.goodsReceipts.add({ id: 'r-1', status: 'draft' });
    expect((await poll({ statuses: ['completed'] })).told).toEqual([]);
    expect((await poll({ statuses: ['draft'] })).told).toEqual([['r-1', 'draft', 'new', 'draft']]);
    fake.goodsReceipts.complete('r-1');
    expect((await poll({ statuses: ['draft'] })).told).toEqual([]);
    expect((await poll()).told).toEqual([]);
    fake.goodsReceipts.cancel('r-1');
    expect((await poll()).told).toEqual([['r-1', 'cancelled', 'changed', 'completed']]);
  });
});

test('what onChanged throws ends the run; what was handed over before is not handed over again', async () => {
  const { fake, poll } = polled();
  for (const id of ['r-1', 'r-2', 'r-3']) fake.goodsReceipts.add({ id, items: lines });
  const told: string[] = [];
  const onChanged = ({ id }: GoodsReceipt) => {
    if (id === 'r-2') throw new Error('the ledger is closed');
    told.push(id);
  };
  await expect(poll({ onChanged })).rejects.toThrow('the ledger is closed');
  expect(told).toEqual(['r-1']);
  expect((await poll()).told.map(([id]) => id)).toEqual(['r-2', 'r-3']);
});

test('a page that cannot be fetched ends the run, too; what was handed over before is not handed over again', async () => {
  const { fake, poll } = polled();
  for (let count = 0; count < 60; count += 1) {
    fake.goodsReceipts.add({ id: `r-${count}`, created: new Date(Date.now() - (60 - count) * 3_600_000) });
  }
  await poll();
  fake.goodsReceipts.cancel('r-3');
  const { fetch } = fake;
  let pages = 0;
  const failing = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: fake.key('order-data').token,
    rateLimit: false,
    maxRetries: 0,
    logLevel: 'off',
    fetch: async (...request) => {
      pages += 1;
      return pages === 3 ? Response.json({ code: 500, message: 'No' }, { status: 500 }) : fetch(...request);
    },
  });
  const told: string[] = [];
  const onChanged = ({ id }: GoodsReceipt) => told.push(id);
  await expect(poll({ onChanged }, failing)).rejects.toMatchObject({ status: 500 });
  expect(told).toEqual(['r-3']);
  expect((await poll()).told).toEqual([]);
});

test("with checkpoints: 'manual', rows and checkpoint share a transaction, and nothing comes twice", async () => {
  const { fake, outlet } = quickOutlet();
  let kept: string | undefined;
  const ledger: string[] = [];
  for (let days = 0; days < 30; days += 1) {
    fake.goodsReceipts.add({ id: `r-${days}`, items: lines, status: days % 3 === 0 ? 'draft' : 'completed' });
    if (days % 6 === 3) fake.goodsReceipts.complete(`r-${days - 3}`);
    daysPass(1);
    let handed = 0;
    const run = pollGoodsReceipts(outlet, {
      ...named,
      checkpoints: 'manual',
      resumeFrom: kept && JSON.parse(kept),
      onChanged({ id, status }, { checkpoint }) {
        handed += 1;
        // It dies in the middle of a transaction, now and then.
        if (days % 5 === 0 && handed === 2) throw new Error('died');
        ledger.push(`${id} ${status}`);
        kept = JSON.stringify(checkpoint);
      },
    });
    const report = await run.catch(() => undefined);
    if (report) kept = JSON.stringify(report.checkpoint);
  }
  expect(new Set(ledger).size).toBe(ledger.length);
  const bills = fake.goodsReceipts.all().filter(({ status }) => status === 'completed');
  expect(ledger.toSorted()).toEqual(bills.map(({ id }) => `${id} completed`).sort());
});

test('the checkpoint holds what the next run can meet, and no more', async () => {
  const { fake, poll } = polled();
  for (let days = 200; days > 0; days -= 1) {
    fake.goodsReceipts.add({ created: new Date(Date.now() - days * day), items: lines });
  }
  const { report } = await poll({ since: '2025-01-01T00:00:00Z' });
  expect(report).toMatchObject({ receipts: 200, new: 200 });
  expect(JSON.stringify(report.checkpoint).match(/goodsReceiptNumber/g)).toHaveLength(7);
});

test('a first run that died goes on where it was', async () => {
  const { fake, poll } = polled();
  for (let days = 300; days > 0; days -= 1) {
    fake.goodsReceipts.add({ id: `r-${days}`, created: new Date(Date.now() - days * day) });
  }
  const since = '2025-01-01T00:00:00Z';
  let handed = 0;
  const onChanged = () => {
    handed += 1;
    if (handed === 200) throw new Error('died');
  };
  await expect(poll({ since, onChanged })).rejects.toThrow('died');
  const before = fake.requests.length;
  const { told } = await poll({ since });
  expect(told.length).toBeLessThan(130);
  expect(told.at(-1)?.[0]).toBe('r-1');
  expect(fake.requests.length - before).toBeLessThan(before);
});

test('a signal ends a run with its own reason; what was handed over is saved', async () => {
  const { fake, poll } = polled();
  for (const id of ['r-1', 'r-2', 'r-3']) fake.goodsReceipts.add({ id, items: lines });
  const leaving = new AbortController();
  const onChanged = () => leaving.abort('closing time');
  await expect(poll({ onChanged, signal: leaving.signal })).rejects.toBe('closing time');
  expect((await poll()).told.map(([id]) => id)).toEqual(['r-2', 'r-3']);
});
