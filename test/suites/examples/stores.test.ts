import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OutletClient } from 'outlet-open-api';
import { createMemoryCheckpointStore } from 'outlet-open-api/sync';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import type { UseCase } from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pollReceipts, reconcileSales } from '../../../examples/inventory/jobs.js';
import { Stock } from '../../../examples/inventory/stock.js';
import { linesOfOrder, linesOfReceipt } from '../../../examples/inventory/stock-lines.js';
import { backfill, reconcile } from '../../../examples/order-data/jobs.js';
import { OrderCopy } from '../../../examples/order-data/order-copy.js';
import { newFolder } from '../../support/new-folder.js';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const now = new Date();
const oneDay = 24 * 60 * 60 * 1_000;

/** Returns the path of a file that does not exist. */
async function newFile(): Promise<string> {
  return join(await newFolder(), 'data', 'file.jsonl');
}

function clientOf(fake: FakeOutlet, useCase: UseCase): OutletClient {
  return new OutletClient({ baseUrl: fake.baseUrl, accessToken: fake.key(useCase).token, fetch: fake.fetch });
}

describe('order-data', () => {
  test('the backfill copies all orders, and the nightly run finds what webhooks missed', async () => {
    const fake = createFakeOutlet({ empty: true, rateLimit: false });
    const outlet = clientOf(fake, 'order-data');
    const path = await newFile();
    const copy = await OrderCopy.open(path);
    const job = { outletRef: 'bistro', checkpoints: createMemoryCheckpointStore() };
    const changed = fake.orders.add({ status: 'complete' });
    await backfill(outlet, copy, new Date(now.getTime() - oneDay).toISOString(), job);
    expect(copy.orders).toMatchObject([{ id: changed.id, status: 'complete' }]);

    fake.orders.cancel(changed.id);
    const missing = fake.orders.add({ status: 'complete' });
    expect(await reconcile(outlet, copy, job)).toMatchObject({ missing: 1, changed: 1 });
    await copy.close();

    const reopened = await OrderCopy.open(path);
    expect(new Map(reopened.orders.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [changed.id, 'cancelled'],
        [missing.id, 'complete'],
      ]),
    );
    await reopened.close();
  });

  test('an outage of receiver and job for five days loses no order', async () => {
    vi.useFakeTimers({ now, toFake: ['Date'] });
    const fake = createFakeOutlet({ empty: true, rateLimit: false });
    const outlet = clientOf(fake, 'order-data');
    const copy = await OrderCopy.open(await newFile());
    const job = { outletRef: 'bistro', checkpoints: createMemoryCheckpointStore() };
    await reconcile(outlet, copy, job);
    const orders = Array.from({ length: 8 }, (_, order) => {
      const created = new Date(now.getTime() + order * 0.6 * oneDay);
      return fake.orders.add({ status: 'complete', created });
    });
    vi.setSystemTime(now.getTime() + 5 * oneDay);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(await reconcile(outlet, copy, job)).toMatchObject({ missing: orders.length });
    expect(copy.orders).toHaveLength(orders.length);
    await copy.close();
  });

  test('an older copy never replaces a newer one', async () => {
    const copy = await OrderCopy.open(await newFile());
    await Promise.all([
      copy.write([{ id: 'o-1', status: 'complete' }], new Date(2)),
      copy.write([{ id: 'o-1', status: 'open' }], new Date(1)),
    ]);
    expect(copy.orders).toEqual([{ id: 'o-1', status: 'complete' }]);
    expect(copy.compare({ id: 'o-1', status: 'open' }, new Date(1))).toBe('current');
    expect(copy.compare({ id: 'o-1', status: 'open' }, new Date(3))).toBe('changed');
    await copy.close();
  });

  test('a line that a crash cut off is skipped, and the next line is kept', async () => {
    const path = await newFile();
    const copy = await OrderCopy.open(path);
    await copy.write([{ id: 'o-1' }], now);
    await copy.close();
    await appendFile(path, '{"order":{"id":"o-2"');

    const reopened = await OrderCopy.open(path);
    await reopened.write([{ id: 'o-3' }], now);
    await reopened.close();

    const last = await OrderCopy.open(path);
    expect(last.orders.map(({ id }) => id)).toEqual(['o-1', 'o-3']);
    await last.close();
  });
});

describe('inventory', () => {
  test('an order leaves the stock when it completes, and returns when it is cancelled', async () => {
    const fake = createFakeOutlet({ empty: true });
    const outlet = clientOf(fake, 'inventory-management');
    const path = await newFile();
    const stock = await Stock.open(path);
    const { id } = fake.orders.add({
      status: 'complete',
      items: [{ menuItemId: 'item-soup', quantity: 3 }],
    });
    const checkpoints = createMemoryCheckpointStore();
    const reconcile = () => reconcileSales(outlet, stock, 'bistro', checkpoints);
    await reconcile();
    await reconcile();
    expect([...stock.changes]).toEqual([['item-soup', -3]]);

    fake.orders.cancel(id);
    await reconcile();
    expect([...stock.changes]).toEqual([]);
    await stock.close();

    const reopened = await Stock.open(path);
    expect([...reopened.changes]).toEqual([]);
    await reopened.close();
  });

  test('a completed goods receipt enters the stock once, however often it is written', async () => {
    const fake = createFakeOutlet({ empty: true });
    const receipt = fake.goodsReceipts.add({ items: [{ totalPrice: 20, quantity: 5, inventoryUom: 'kg' }] });
    const lines = linesOfReceipt(receipt);
    const stock = await Stock.open(await newFile());

    await stock.write(`receipt/${receipt.id}`, lines, now);
    await stock.write(`receipt/${receipt.id}`, lines, now);
    expect([...stock.changes.values()]).toEqual([5]);
    await stock.write(`receipt/${receipt.id}`, linesOfReceipt(fake.goodsReceipts.cancel(receipt.id)), now);
    expect([...stock.changes]).toEqual([]);
    await stock.close();
  });

  test('an order and a goods receipt with the same ID both count', async () => {
    const fake = createFakeOutlet({ empty: true });
    fake.orders.add({ id: '1001', status: 'complete', items: [{ menuItemId: 'soup', quantity: 3 }] });
    fake.goodsReceipts.add({ id: '1001', items: [{ totalPrice: 20, quantity: 5, inventoryUom: 'kg' }] });
    vi.spyOn(console, 'log').mockReturnValue();
    const stock = await Stock.open(await newFile());
    const checkpoints = createMemoryCheckpointStore();
    await reconcileSales(clientOf(fake, 'inventory-management'), stock, 'bistro', checkpoints);
    await pollReceipts(clientOf(fake, 'order-data'), stock, 'bistro', checkpoints);
    expect([...stock.changes.values()].toSorted()).toEqual([-3, 5]);
    await stock.close();
  });

  test('a lost cancellation of an order that is 30 days old returns its items', async () => {
    const fake = createFakeOutlet({ empty: true });
    const { id } = fake.orders.add({
      status: 'complete',
      created: new Date(Date.now() - 30 * 24 * 60 * 60 * 1_000),
      items: [{ menuItemId: 'soup', quantity: 3 }],
    });
    const stock = await Stock.open(await newFile());
    const checkpoints = createMemoryCheckpointStore();
    const reconcile = () =>
      reconcileSales(clientOf(fake, 'inventory-management'), stock, 'bistro', checkpoints);
    await reconcile();
    expect([...stock.changes]).toEqual([['soup', -3]]);
    fake.orders.cancel(id);
    await reconcile();
    expect([...stock.changes]).toEqual([]);
    await stock.close();
  });

  test('an order that is not complete changes nothing', () => {
    expect(linesOfOrder({ id: 'o-1', status: 'open', items: [{ menuItemId: 'm-1', quantity: 1 }] })).toEqual(
      [],
    );
  });
});
