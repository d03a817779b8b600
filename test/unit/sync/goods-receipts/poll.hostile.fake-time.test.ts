import { type GoodsReceipt, OutletClient, PermissionDeniedError } from 'outlet-open-api';
import { createMemoryCheckpointStore, type PollOptions, pollGoodsReceipts } from 'outlet-open-api/sync';
import type { FakeOutletOptions } from 'outlet-open-api/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fullPages } from '../../../support/services/hostile-mode.js';
import { day, named, quickOutlet } from '../quick-outlet.js';
import { changePages } from './change-pages.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') }));

function daysPass(days: number): void {
  vi.setSystemTime(Date.now() + days * day);
}

type Delivery = [id: string, status: unknown, change: string];

/** An outlet whose receipts are polled, and what each poll delivers. */
function polled(options: FakeOutletOptions = {}, defaults: Partial<PollOptions> = {}) {
  // A receipt that is added is a millisecond old, and so inside the window of a poll, whatever its bounds.
  const { fake, outlet } = quickOutlet({ now: () => Date.now() - 1, ...options });
  const checkpoints = createMemoryCheckpointStore();
  const warnings: string[] = [];
  /** Ids of receipts that the list leaves out. */
  const hidden = new Set<string>();
  const visible = changePages(outlet, (items) => items.filter(({ id }) => !hidden.has(id)));
  async function poll(more: Partial<PollOptions> = {}, client = visible) {
    const delivered: Delivery[] = [];
    const notFound: Delivery[0][] = [];
    const report = await pollGoodsReceipts(client, {
      ...named,
      checkpoints,
      onChanged: ({ id, status }, { change }) => delivered.push([id, status, change]),
      onNotFound: ({ id }) => notFound.push(id),
      onWarning: (message) => warnings.push(message),
      ...defaults,
      ...more,
    });
    return { delivered, notFound, report, saved: JSON.stringify(await checkpoints.load(named.name)) };
  }
  return { fake, outlet, hidden, poll, warnings };
}

const lines = [{ totalPrice: 10, taxRate: 0.2 }];

/** An outlet whose only receipt was polled, and which the list leaves out from now on. */
async function pollThatMisses(defaults: Partial<PollOptions> = {}) {
  const world = polled({}, defaults);
  const { id } = world.fake.goodsReceipts.add({ items: lines });
  await world.poll();
  world.hidden.add(id);
  return { ...world, id };
}

test('a receipt is delivered when it is new and when it has changed, and not otherwise §goods-receipts.again', async () => {
  const { fake, poll } = polled();
  const { id } = fake.goodsReceipts.add({ items: lines, status: 'partiallyReceived' });
  expect((await poll()).delivered).toEqual([[id, 'partiallyReceived', 'new']]);
  daysPass(1);
  expect((await poll()).delivered).toEqual([]);
  fake.goodsReceipts.complete(id);
  expect((await poll()).delivered).toEqual([[id, 'completed', 'changed']]);
  daysPass(3);
  fake.goodsReceipts.cancel(id);
  expect((await poll()).delivered).toEqual([[id, 'cancelled', 'changed']]);
  expect((await poll()).delivered).toEqual([]);
});

test('fields in another order are not a change', async () => {
  const { fake, outlet, poll } = polled();
  fake.goodsReceipts.add({ items: lines });
  await poll();
  const turned = (receipt: GoodsReceipt): GoodsReceipt =>
    Object.assign(Object.create(null), Object.fromEntries(Object.entries(receipt).reverse()));
  const { delivered, report } = await poll(
    {},
    changePages(outlet, (items) => items.map(turned)),
  );
  expect([delivered, report.records]).toEqual([[], 1]);
});

test('readAt is when the request of the page was sent', async () => {
  const { fake, poll } = polled();
  fake.goodsReceipts.add({ items: lines });
  fake.goodsReceipts.add({ items: lines });
  const start = new Date();
  const readAt: Date[] = [];
  await poll({
    onChanged(_, info) {
      readAt.push(info.readAt);
      daysPass(1);
    },
  });
  expect(readAt).toEqual([start, start]);
});

test('receipts come oldest first', async () => {
  const { fake, poll } = polled();
  const ids = [5, 1, 3].map(
    (days) => fake.goodsReceipts.add({ created: new Date(Date.now() - days * day) }).id,
  );
  const { delivered } = await poll();
  expect(delivered.map(([id]) => id)).toEqual([ids[0], ids[2], ids[1]]);
});

describe('the window', () => {
  test('of a first run begins at from, or trailingDays ago', async () => {
    const from = '2026-01-01T00:00:00Z';
    expect((await polled().poll({ from })).report).toMatchObject({
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-03-01T12:00:00.000Z',
    });
    expect((await polled().poll()).report.from).toBe('2026-02-22T12:00:00.000Z');
    expect((await polled().poll({ trailingDays: 2 })).report.from).toBe('2026-02-27T12:00:00.000Z');
  });

  test('of a later run begins trailingDays before the end of the last one, however long ago that was §goods-receipts.again', async () => {
    const { fake, poll } = polled();
    await poll({ from: '2026-01-01T00:00:00Z' });
    daysPass(1);
    const whileDown = fake.goodsReceipts.add({ items: lines }).id;
    daysPass(9);
    const { delivered, report } = await poll({ from: '2026-01-01T00:00:00Z' });
    expect(report.from).toBe('2026-02-22T12:00:00.000Z');
    expect(delivered).toEqual([[whileDown, 'completed', 'new']]);
  });

  test('a run that failed does not move it', async () => {
    const { fake, poll } = polled();
    await poll();
    daysPass(9);
    fake.failNext({ path: '/inventory/goods-receipts', fault: 'server-error' });
    await expect(poll()).rejects.toMatchObject({ status: 500 });
    daysPass(9);
    expect((await poll()).report.from).toBe('2026-02-22T12:00:00.000Z');
  });

  test('a run that died at its end does not move it, so a late cancellation is seen', async () => {
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
    const { delivered, report } = await poll();
    expect(report.from).toBe('2026-02-22T12:00:00.000Z');
    expect(delivered.map(([id]) => id)).toEqual([early, late]);
  });

  test('of a first run that failed stays the same until a run succeeds', async () => {
    const { fake, poll } = polled();
    fake.goodsReceipts.add({ id: 'older', created: new Date(Date.now() - 8 * day) });
    fake.goodsReceipts.add({ id: 'in it', created: new Date(Date.now() - 5 * day) });
    fake.failNext({ path: '/inventory/goods-receipts', fault: 'server-error' });
    await expect(poll()).rejects.toMatchObject({ status: 500 });
    daysPass(10);
    const { delivered, report } = await poll();
    expect(report.from).toBe('2026-02-22T12:00:00.000Z');
    expect(delivered.map(([id]) => id)).toEqual(['in it']);
  });

  test('never starts before from', async () => {
    const { fake, poll } = polled();
    fake.goodsReceipts.add({ created: '2026-02-27T00:00:00Z' });
    const from = '2026-02-28T00:00:00Z';
    expect((await poll({ from })).delivered).toEqual([]);
    daysPass(1);
    const { delivered, report } = await poll();
    expect([delivered, report.from]).toEqual([[], '2026-02-28T00:00:00.000Z']);
  });

  test('is right although a clock was ahead', async () => {
    const { poll } = polled();
    daysPass(1_000);
    await poll();
    daysPass(-1_000);
    expect((await poll()).report.from).toBe('2026-02-22T12:00:00.000Z');
    daysPass(30);
    expect((await poll()).report.from).toBe('2026-02-22T12:00:00.000Z');
  });

  test('is empty if from is in the future', async () => {
    const { report } = await polled().poll({ from: '2027-01-01T00:00:00Z' });
    expect(report).toMatchObject({ from: report.to, records: 0 });
  });
});

describe.each(['inclusive', 'exclusive', 'half-open'] as const)('with %s bounds', (bounds) => {
  test('a receipt that is completed on day 20 and cancelled on day 21 is seen twice §goods-receipts.again', async () => {
    const { fake, poll } = polled({ bounds });
    const { id } = fake.goodsReceipts.add({ items: lines, status: 'draft' });
    daysPass(0.01);
    expect((await poll()).delivered).toEqual([]);
    for (let days = 0; days < 20; days += 1) {
      daysPass(1);
      expect((await poll()).delivered).toEqual([]);
    }
    fake.goodsReceipts.complete(id);
    expect((await poll()).delivered).toEqual([[id, 'completed', 'new']]);
    daysPass(1);
    fake.goodsReceipts.cancel(id);
    expect((await poll()).delivered).toEqual([[id, 'cancelled', 'changed']]);
  });
});

describe('a receipt is watched', () => {
  test('for trailingDays after its last change, and not longer', async () => {
    const { fake, poll } = polled();
    const { id } = fake.goodsReceipts.add({ items: lines, status: 'draft' });
    await poll();
    daysPass(20);
    fake.goodsReceipts.complete(id);
    await poll();
    for (let days = 0; days < 7; days += 1) {
      daysPass(1);
      expect((await poll()).report.from).toBe('2026-03-01T11:59:59.998Z');
    }
    daysPass(1);
    await poll();
    expect((await poll()).report.from).toBe('2026-03-22T12:00:00.000Z');
  });

  test('however long the poll was down', async () => {
    const { fake, poll } = polled();
    const { id } = fake.goodsReceipts.add({ items: lines, status: 'draft' });
    await poll();
    daysPass(20);
    fake.goodsReceipts.complete(id);
    await poll();
    daysPass(200);
    fake.goodsReceipts.cancel(id);
    expect((await poll()).delivered).toEqual([[id, 'cancelled', 'changed']]);
  });

  test('also after a first run over a long range', async () => {
    const { fake, poll } = polled();
    const created = new Date(Date.now() - 60 * day);
    const { id } = fake.goodsReceipts.add({ created, items: lines });
    await poll({ from: '2025-01-01T00:00:00Z' });
    daysPass(1);
    fake.goodsReceipts.cancel(id);
    expect((await poll()).delivered).toEqual([[id, 'cancelled', 'changed']]);
  });
});

describe('maxLookbackDays', () => {
  test('ends the watch of a draft with one warning', async () => {
    const { fake, poll, warnings } = polled({}, { maxLookbackDays: 30 });
    const { id } = fake.goodsReceipts.add({ status: 'draft' });
    await poll();
    daysPass(29);
    expect((await poll()).report.noLongerWatched).toEqual([]);
    daysPass(2);
    expect((await poll()).report.noLongerWatched).toEqual([id]);
    expect(warnings).toEqual([expect.stringContaining(id)]);
    daysPass(1);
    expect((await poll()).report).toMatchObject({ noLongerWatched: [], from: '2026-03-25T12:00:00.000Z' });
    expect(warnings).toHaveLength(1);
  });

  test('ends the watch of a receipt that was completed late with a warning', async () => {
    const { fake, poll, warnings } = polled({}, { maxLookbackDays: 30 });
    const { id } = fake.goodsReceipts.add({ status: 'draft' });
    await poll();
    daysPass(29);
    fake.goodsReceipts.complete(id);
    await poll();
    daysPass(2);
    expect((await poll()).report.noLongerWatched).toEqual([id]);
    expect(warnings).toEqual([expect.stringContaining(id)]);
  });

  test('warns only after a run that has checked the receipts again', async () => {
    const { fake, poll, warnings } = polled({}, { maxLookbackDays: 30 });
    const [draft, late] = ['r-1', 'r-2'].map((id) => fake.goodsReceipts.add({ id, status: 'draft' }).id);
    await poll();
    daysPass(40);
    fake.failNext({ path: '/inventory/goods-receipts', fault: 'server-error' });
    await expect(poll()).rejects.toMatchObject({ status: 500 });
    expect(warnings).toEqual([]);
    fake.goodsReceipts.complete(late ?? '');
    const { delivered, report } = await poll();
    expect(delivered).toEqual([[late, 'completed', 'new']]);
    expect(report.noLongerWatched).toEqual([draft, late]);
  });

  test('does not warn about bills of a first run that are older', async () => {
    const { fake, poll, warnings } = polled();
    for (let days = 200; days > 0; days -= 20) {
      fake.goodsReceipts.add({ created: new Date(Date.now() - days * day), items: lines });
    }
    const { report } = await poll({ from: '2025-01-01T00:00:00Z' });
    expect([report.new, report.noLongerWatched, warnings]).toEqual([10, [], []]);
  });

  test('does not warn about bills of a first run that get too old in its trailing days', async () => {
    const { fake, poll, warnings } = polled();
    fake.goodsReceipts.add({ created: new Date(Date.now() - 89 * day), items: lines });
    await poll({ from: '2025-01-01T00:00:00Z' });
    daysPass(2);
    const { report } = await poll();
    expect([report.noLongerWatched, warnings]).toEqual([[], []]);
  });

  test('warns about drafts of a first run that are older', async () => {
    const { fake, poll } = polled();
    for (let days = 300; days > 0; days -= 1) {
      const status = days % 100 === 50 ? 'draft' : 'completed';
      fake.goodsReceipts.add({ id: `r-${days}`, status, created: new Date(Date.now() - days * day) });
    }
    const { report } = await poll({ from: '2025-01-01T00:00:00Z' });
    expect(report.noLongerWatched).toEqual(['r-250', 'r-150']);
  });
});

describe('a receipt whose handling fails', () => {
  /** An outlet with three receipts, whose second one the program cannot handle. */
  function failing(defaults: Partial<PollOptions> = {}) {
    const world = polled({}, defaults);
    const ids = ['r-1', 'r-2', 'r-3'].map((id) => world.fake.goodsReceipts.add({ id, items: lines }).id);
    const calls: string[] = [];
    const failures: number[] = [];
    const fail: Partial<PollOptions> = {
      onChanged: ({ id }, { change }) => {
        calls.push(`${id} ${change}`);
        if (id === 'r-2') throw new Error('unable');
      },
      onError: (_error, _receipt, failure) => {
        failures.push(failure.failures);
        return true;
      },
    };
    return { ...world, ids, calls, failures, fail };
  }

  test('ends the run by default, and after onError returned false', async () => {
    const { poll, fail, calls } = failing();
    await expect(poll({ ...fail, onError: undefined })).rejects.toThrow('unable');
    await expect(poll({ ...fail, onError: async () => false })).rejects.toThrow('unable');
    expect(calls).toEqual(['r-1 new', 'r-2 new', 'r-2 new']);
    expect((await poll()).delivered.map(([id]) => id)).toEqual(['r-2', 'r-3']);
  });

  test('is delivered twice in a run and in each further one, beside the others', async () => {
    const { poll, fail, calls, failures } = failing();
    expect((await poll(fail)).report).toMatchObject({ new: 2, failed: ['r-2'] });
    daysPass(1);
    expect((await poll(fail)).report).toMatchObject({ new: 0, failed: ['r-2'] });
    expect(calls).toEqual(['r-1 new', 'r-2 new', 'r-2 new', 'r-3 new', 'r-2 new', 'r-2 new']);
    expect(failures).toEqual([1, 2, 3, 4]);
    const { delivered, report } = await poll();
    expect([delivered, report.failed]).toEqual([[['r-2', 'completed', 'new']], []]);
    expect((await poll()).delivered).toEqual([]);
  });

  test('has not failed if the second delivery succeeds', async () => {
    const { poll, calls } = failing();
    const drop = ({ id }: GoodsReceipt) => {
      calls.push(id);
      if (calls.length === 2) throw new Error('The connection was reset.');
    };
    const { report } = await poll({ onChanged: drop, onError: () => true });
    expect(calls).toEqual(['r-1', 'r-2', 'r-2', 'r-3']);
    expect(report).toMatchObject({ new: 3, failed: [] });
  });

  test('ends the run if the second failure stops it', async () => {
    const { poll, fail } = failing();
    let failed = 0;
    const onError = () => ++failed === 1;
    await expect(poll({ ...fail, onError })).rejects.toThrow('unable');
    expect(failed).toBe(2);
  });

  test('is delivered again however old it is', async () => {
    const { poll, fail } = failing({ maxLookbackDays: 30 });
    await poll(fail);
    for (let count = 0; count < 4; count += 1) {
      daysPass(50);
      expect((await poll(fail)).report.failed).toEqual(['r-2']);
    }
    expect((await poll()).delivered).toEqual([['r-2', 'completed', 'new']]);
    daysPass(1);
    expect((await poll()).report.records).toBe(0);
  });

  test('is delivered as changed if an earlier version was handled', async () => {
    const { fake, poll, fail } = failing();
    await poll();
    fake.goodsReceipts.cancel('r-2');
    expect((await poll(fail)).report).toMatchObject({ changed: 0, failed: ['r-2'] });
    expect((await poll()).delivered).toEqual([['r-2', 'cancelled', 'changed']]);
  });

  test('goes to onNotFound if it is no longer listed', async () => {
    const { hidden, poll, fail } = failing();
    await poll(fail);
    hidden.add('r-2');
    daysPass(1);
    expect((await poll()).notFound).toEqual([]);
    daysPass(1);
    expect((await poll()).notFound).toEqual(['r-2']);
    hidden.clear();
    expect((await poll()).delivered).toEqual([['r-2', 'completed', 'new']]);
  });

  test('because the run was aborted does not reach onError', async () => {
    const { poll } = failing();
    const stop = new AbortController();
    const onError = vi.fn();
    const onChanged = () => {
      stop.abort(new Error('stopped'));
      throw new Error('aborted');
    };
    await expect(poll({ onChanged, onError, signal: stop.signal })).rejects.toThrow('stopped');
    expect(onError).not.toHaveBeenCalled();
  });
});

test('another signature in a URL is not a change, and another path is', async () => {
  const { fake, outlet, poll } = polled();
  fake.goodsReceipts.add({ items: lines });
  const scanned = (url: string) =>
    changePages(outlet, (items) => items.map((receipt) => Object.assign({}, receipt, { scan: { url } })));
  await poll({}, scanned('https://files.example/1.pdf?signature=a'));
  expect((await poll({}, scanned('https://files.example/1.pdf?signature=b#page'))).delivered).toEqual([]);
  expect((await poll({}, scanned('https://files.example/2.pdf?signature=b'))).delivered).toHaveLength(1);
});

describe('a receipt that the list leaves out', () => {
  test('in one run is compared with what was seen, when it is listed again', async () => {
    const { fake, hidden, poll } = polled();
    const draft = fake.goodsReceipts.add({ status: 'draft' }).id;
    const bill = fake.goodsReceipts.add({ items: lines }).id;
    await poll();
    daysPass(20);
    hidden.add(draft).add(bill);
    expect(await poll()).toMatchObject({ delivered: [], notFound: [] });
    hidden.clear();
    daysPass(1);
    expect((await poll()).delivered).toEqual([]);
    fake.goodsReceipts.complete(draft);
    expect((await poll()).delivered).toEqual([[draft, 'completed', 'new']]);
  });

  test('in two runs in a row goes to onNotFound, once', async () => {
    const { fake, hidden, poll } = polled();
    const receipt = fake.goodsReceipts.add({ items: lines });
    const { id } = receipt;
    const last = await poll();
    hidden.add(id);
    const onNotFound = vi.fn();
    daysPass(1);
    expect((await poll({ onNotFound })).report.notFound).toEqual([]);
    daysPass(1);
    const report = (await poll({ onNotFound })).report;
    expect(report.notFound).toEqual([id]);
    daysPass(1);
    await poll({ onNotFound });
    const { goodsReceiptNumber, deliveryDate, created } = receipt;
    const remembered = { id, goodsReceiptNumber, deliveryDate, created };
    expect(onNotFound).toHaveBeenCalledExactlyOnceWith(remembered, { readAt: new Date(report.to) });
    expect(last.delivered).toEqual([[id, 'completed', 'new']]);
  });

  test('in runs that failed does not go to onNotFound', async () => {
    const { fake, poll, id } = await pollThatMisses();
    for (let count = 0; count < 3; count += 1) {
      daysPass(1);
      fake.goodsReceipts.add({ items: lines });
      const onChanged = () => Promise.reject(new Error('died'));
      await expect(poll({ onChanged })).rejects.toThrow('died');
    }
    expect((await poll()).notFound).toEqual([]);
    daysPass(1);
    expect((await poll()).notFound).toEqual([id]);
  });

  test('in two runs within notFoundAfter does not go to onNotFound', async () => {
    const { poll, id } = await pollThatMisses();
    daysPass(0.001);
    await poll();
    daysPass(0.04);
    expect((await poll()).notFound).toEqual([]);
    expect((await poll({ notFoundAfter: 30 * 60_000 })).notFound).toEqual([id]);
  });

  test('in two runs an hour apart, and in one between them, goes to onNotFound', async () => {
    const { poll, id } = await pollThatMisses();
    for (const notFound of [[], [], [id]]) {
      vi.setSystemTime(Date.now() + 30 * 60_000);
      expect((await poll()).notFound).toEqual(notFound);
    }
  });

  test('goes to onNotFound even if the window has moved on', async () => {
    const { fake, hidden, poll } = polled();
    const { id } = fake.goodsReceipts.add({ items: lines });
    daysPass(0.01);
    await poll();
    daysPass(7);
    await poll();
    hidden.add(id);
    daysPass(7);
    expect((await poll()).notFound).toEqual([]);
    daysPass(30);
    expect((await poll()).notFound).toEqual([id]);
  });

  test('is delivered as changed if it is listed again after onNotFound got it', async () => {
    const { fake, hidden, poll } = polled();
    const [bill, draft] = [
      fake.goodsReceipts.add({ id: 'r-1', items: lines }).id,
      fake.goodsReceipts.add({ id: 'r-2', status: 'draft' }).id,
    ];
    await poll();
    hidden.add(bill).add(draft);
    daysPass(1);
    await poll();
    daysPass(1);
    expect((await poll()).notFound).toEqual([bill]);
    hidden.clear();
    daysPass(6);
    expect((await poll()).delivered).toEqual([[bill, 'completed', 'changed']]);
    expect((await poll()).delivered).toEqual([]);
    daysPass(6);
    fake.goodsReceipts.cancel(bill);
    expect((await poll()).delivered).toEqual([[bill, 'cancelled', 'changed']]);
  });

  test('is kept until maxLookbackDays if it is pending', async () => {
    const { fake, hidden, poll, warnings } = polled();
    const ids = ['r-1', 'r-2'].map((id) => fake.goodsReceipts.add({ id, status: 'partiallyReceived' }).id);
    await poll();
    for (const id of ids) hidden.add(id);
    for (let days = 0; days < 60; days += 10) {
      daysPass(10);
      await poll();
    }
    hidden.delete('r-1');
    fake.goodsReceipts.complete('r-1');
    expect((await poll()).delivered).toEqual([['r-1', 'completed', 'changed']]);
    daysPass(60);
    await poll();
    const { report, saved } = await poll();
    expect(report.from).toBe('2026-06-22T12:00:00.000Z');
    expect(saved).not.toContain('r-2');
    expect(warnings).toEqual([]);
  });

  test('goes to onNotFound again if it threw', async () => {
    const { fake, hidden, poll } = polled();
    const ids = ['r-1', 'r-2', 'r-3'].map((id) => fake.goodsReceipts.add({ id, items: lines }).id);
    daysPass(1);
    await poll();
    for (const id of ids) hidden.add(id);
    daysPass(1);
    await poll();
    const onNotFound = ({ id }: GoodsReceipt) => {
      if (id === 'r-2') throw new Error('the ledger is closed');
    };
    daysPass(1);
    await expect(poll({ onNotFound })).rejects.toThrow('the ledger is closed');
    expect((await poll()).notFound).toEqual(['r-2', 'r-3']);
  });

  test('causes a warning if there is no onNotFound', async () => {
    const { poll, warnings, id } = await pollThatMisses({ onNotFound: undefined });
    for (let days = 0; days < 5; days += 1) {
      daysPass(1);
      await poll();
    }
    expect(warnings).toEqual([`A goods receipt is no longer listed: ${id}. Check its bill.`]);
  });
});

test.each([[null], [undefined], ['yesterday'], ['2026-02-28 10:00:00Z'], ['2019-01-01T00:00:00Z']])(
  'a receipt whose created is %j is delivered once, and forgotten later',
  async (created) => {
    const { fake, outlet, poll } = polled();
    fake.goodsReceipts.add({ items: lines });
    const client = changePages(outlet, (items) => items.map((receipt) => ({ ...receipt, created })));
    expect((await poll({}, client)).delivered).toHaveLength(1);
    for (let days = 0; days < 5; days += 1) {
      daysPass(1);
      expect((await poll({}, client)).delivered).toEqual([]);
    }
    for (let days = 0; days < 30; days += 10) {
      daysPass(10);
      expect(await poll({}, client)).toMatchObject({ delivered: [], notFound: [] });
    }
    expect((await poll()).saved).not.toContain('hash');
  },
);

test('outletId rejects the key of another outlet, before anything is delivered', async () => {
  const { fake, outlet, poll } = polled();
  fake.goodsReceipts.add({ items: lines });
  const { outletId } = fake;
  const other = outlet.withOptions({ accessToken: fake.addOutlet().key('order-data').token });
  await expect(poll({ outletId }, other)).rejects.toBeInstanceOf(PermissionDeniedError);
  expect((await poll({ outletId })).delivered).toHaveLength(1);
});

test('an error that onChanged throws ends the run; receipts before are not delivered again', async () => {
  const { fake, poll } = polled();
  for (const id of ['r-1', 'r-2', 'r-3']) fake.goodsReceipts.add({ id, items: lines });
  const delivered: string[] = [];
  const onChanged = ({ id }: GoodsReceipt) => {
    if (id === 'r-2') throw new Error('the ledger is closed');
    delivered.push(id);
  };
  await expect(poll({ onChanged })).rejects.toThrow('the ledger is closed');
  expect(delivered).toEqual(['r-1']);
  expect((await poll()).delivered.map(([id]) => id)).toEqual(['r-2', 'r-3']);
});

test('a page that cannot be fetched ends the run; receipts before are not delivered again', async () => {
  const { fake, poll } = polled(fullPages);
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
  const delivered: string[] = [];
  const onChanged = ({ id }: GoodsReceipt) => delivered.push(id);
  await expect(poll({ onChanged }, failing)).rejects.toMatchObject({ status: 500 });
  expect(delivered).toEqual(['r-3']);
  expect((await poll()).delivered).toEqual([]);
});

test('the checkpoint holds only receipts that the next run can meet', async () => {
  const { fake, poll } = polled();
  for (let days = 200; days > 0; days -= 1) {
    fake.goodsReceipts.add({ created: new Date(Date.now() - days * day), items: lines });
  }
  const sizeOf = (saved: string) => saved.match(/goodsReceiptNumber/g)?.length;
  const { report, saved } = await poll({ from: '2025-01-01T00:00:00Z' });
  expect(report).toMatchObject({ records: 200, new: 200 });
  expect(sizeOf(saved)).toBe(90);
  daysPass(8);
  expect(sizeOf((await poll()).saved)).toBeUndefined();
});

test('the checkpoint holds what identifies a receipt, and not its lines §goods-receipts.again', async () => {
  const { fake, poll } = polled();
  for (let count = 0; count < 100; count += 1)
    fake.goodsReceipts.add({
      items: Array.from({ length: 20 }, () => ({ totalPrice: 12.34, taxRate: 0.2 })),
    });
  const { saved } = await poll();
  expect(saved).not.toContain('12.34');
  expect(saved.length).toBeLessThan(100 * 500);
});

test('a first run that died is resumed', async () => {
  const { fake, poll } = polled();
  for (let days = 300; days > 0; days -= 1) {
    fake.goodsReceipts.add({ id: `r-${days}`, created: new Date(Date.now() - days * day) });
  }
  const from = '2025-01-01T00:00:00Z';
  let handed = 0;
  const onChanged = () => {
    handed += 1;
    if (handed === 200) throw new Error('died');
  };
  await expect(poll({ from, onChanged })).rejects.toThrow('died');
  const before = fake.requests.length;
  const { delivered } = await poll({ from });
  expect(delivered.length).toBeLessThan(130);
  expect(delivered.at(-1)?.[0]).toBe('r-1');
  expect(fake.requests.length - before).toBeLessThan(before);
});

test('a signal ends a run with its own reason; what was delivered is saved', async () => {
  const { fake, poll } = polled();
  for (const id of ['r-1', 'r-2', 'r-3']) fake.goodsReceipts.add({ id, items: lines });
  const leaving = new AbortController();
  const onChanged = () => leaving.abort('closing time');
  await expect(poll({ onChanged, signal: leaving.signal })).rejects.toBe('closing time');
  expect((await poll()).delivered.map(([id]) => id)).toEqual(['r-2', 'r-3']);
});
