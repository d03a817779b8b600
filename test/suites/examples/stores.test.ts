import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OutletClient } from 'outlet-open-api';
import { createMemoryCheckpointStore, createMemoryOrderStore } from 'outlet-open-api/sync';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import type { UseCase } from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { copyOrders } from '../../../examples/inventory/copy-orders.js';
import { JsonLines } from '../../../examples/inventory/json-lines.js';
import { movementOfOrder, movementOfReceipt } from '../../../examples/inventory/movements.js';
import { pollReceipts } from '../../../examples/inventory/poll-receipts.js';
import { Stock } from '../../../examples/inventory/stock.js';
import { newFolder } from '../../support/new-folder.js';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** Returns the path of a file that does not exist. */
async function newFile(): Promise<string> {
  return join(await newFolder(), 'data', 'file.jsonl');
}

function clientOf(fake: FakeOutlet, useCase: UseCase): OutletClient {
  return new OutletClient({ baseUrl: fake.baseUrl, accessToken: fake.key(useCase).token, fetch: fake.fetch });
}

test('a line that a crash cut off is skipped, and the next line is kept', async () => {
  const path = await newFile();
  const file = await JsonLines.open<number>(path);
  await file.append(1);
  await appendFile(path, '{"order":{"id":"o-2"');
  await file.append(3);
  const values: number[] = [];
  for await (const value of file.read()) values.push(value);
  expect(values).toEqual([1, 3]);
  await file.close();
});

describe('inventory', () => {
  test('an order leaves the stock with its options when it completes, and returns when it is cancelled', async () => {
    const fake = createFakeOutlet({ empty: true });
    const outlet = clientOf(fake, 'inventory-management');
    const path = await newFile();
    const stock = await Stock.open(path);
    const { id } = fake.orders.add({
      status: 'complete',
      items: [{ menuItemId: 'item-soup', quantity: 3, options: [{ optionId: 'bread', quantity: 2 }] }],
    });
    const copy = copyOrders(createMemoryOrderStore(), stock);
    const reconcile = () => copy.reconcile(outlet, { outletRef: 'bistro' });
    await reconcile();
    await reconcile();
    expect(stock.changes()).toEqual([
      { item: 'item-soup', quantity: -3 },
      { item: 'bread', quantity: -6 },
    ]);

    fake.orders.cancel(id);
    await reconcile();
    expect(stock.changes()).toEqual([]);
    await stock.close();

    const reopened = await Stock.open(path);
    expect(reopened.changes()).toEqual([]);
    await reopened.close();
  });

  test('a completed goods receipt enters the stock once, however often it is written', async () => {
    const fake = createFakeOutlet({ empty: true });
    const receipt = fake.goodsReceipts.add({ items: [{ totalPrice: 20, quantity: 5, inventoryUom: 'kg' }] });
    const stock = await Stock.open(await newFile());

    await stock.write(movementOfReceipt(receipt));
    await stock.write(movementOfReceipt(receipt));
    expect(stock.changes()).toMatchObject([{ quantity: 5 }]);
    await stock.write(movementOfReceipt(fake.goodsReceipts.cancel(receipt.id)));
    expect(stock.changes()).toEqual([]);
    await stock.close();
  });

  test('a receipt that is partially received again keeps its goods in the stock until it is completed', async () => {
    const fake = createFakeOutlet({ empty: true });
    const { id } = fake.goodsReceipts.add({ items: [{ totalPrice: 20, quantity: 5, inventoryUom: 'kg' }] });
    const stock = await Stock.open(await newFile());
    const checkpoints = createMemoryCheckpointStore();
    const poll = () => pollReceipts(clientOf(fake, 'order-data'), stock, 'bistro', checkpoints);
    await poll();
    fake.goodsReceipts.update(id, { status: 'partiallyReceived' });
    await poll();
    expect(stock.changes()).toMatchObject([{ quantity: 5 }]);
    fake.goodsReceipts.update(id, { status: 'cancelled' });
    await poll();
    expect(stock.changes()).toEqual([]);
    await stock.close();
  });

  test('an order and a goods receipt with the same ID both count', async () => {
    const fake = createFakeOutlet({ empty: true });
    fake.orders.add({ id: '1001', status: 'complete', items: [{ menuItemId: 'soup', quantity: 3 }] });
    fake.goodsReceipts.add({ id: '1001', items: [{ totalPrice: 20, quantity: 5, inventoryUom: 'kg' }] });
    vi.spyOn(console, 'log').mockReturnValue();
    const stock = await Stock.open(await newFile());
    const copy = copyOrders(createMemoryOrderStore(), stock);
    await copy.reconcile(clientOf(fake, 'inventory-management'), { outletRef: 'bistro' });
    await pollReceipts(clientOf(fake, 'order-data'), stock, 'bistro', createMemoryCheckpointStore());
    expect(stock.changes()).toMatchObject([{ quantity: -3 }, { quantity: 5 }]);
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
    const copy = copyOrders(createMemoryOrderStore(), stock);
    const reconcile = () => copy.reconcile(clientOf(fake, 'inventory-management'), { outletRef: 'bistro' });
    await reconcile();
    expect(stock.changes()).toEqual([{ item: 'soup', quantity: -3 }]);
    fake.orders.cancel(id);
    await reconcile();
    expect(stock.changes()).toEqual([]);
    await stock.close();
  });

  test('an order that is not complete changes nothing', () => {
    const order = { id: 'o-1', status: 'open', items: [{ menuItemId: 'm-1', quantity: 1 }] };
    expect(movementOfOrder(order).lines).toEqual([]);
  });
});
