import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OrderCreateParams, OutletClient, RequestValidationError } from 'outlet-open-api';
import { createMemoryCheckpointStore } from 'outlet-open-api/sync';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import type { UseCase } from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pollReceipts, reconcileSales } from '../../../examples/inventory/jobs.js';
import { Stock } from '../../../examples/inventory/stock.js';
import { linesOfOrder, linesOfReceipt } from '../../../examples/inventory/stock-lines.js';
import { backfill, reconcile } from '../../../examples/order-data/jobs.js';
import { OrderCopy } from '../../../examples/order-data/order-copy.js';
import { Outbox } from '../../../examples/reservations/outbox.js';
import { repeatUntilKnown } from '../../../examples/reservations/repeat-until-known.js';
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

describe('the outbox', () => {
  const newOutbox = async () => new Outbox<string>(await newFolder());
  const newBody = async () => 'body';
  const post = { method: 'POST', path: '/orders' };

  /** The sender of reservations, which repeats a call once. */
  async function newSender() {
    const fake = createFakeOutlet({ rateLimit: false });
    const before = fake.orders.all().length;
    const outbox = new Outbox<OrderCreateParams>(await newFolder());
    const body: OrderCreateParams = {
      channelId: 'channel-foodie',
      items: [{ menuItemId: 'item-burger', quantity: 1 }],
      partnerInfo: { orderId: 'F-1', partnerChannel: 'foodie' },
    };
    async function run(accessToken = fake.key('digital-ordering').token, afterCall = () => {}) {
      const outlet = new OutletClient({
        baseUrl: fake.baseUrl,
        accessToken,
        fetch: fake.fetch,
        maxRetries: 0,
      });
      const entry = await outbox.add('F-1', async () => body);
      return outbox.send(entry, await outlet.keyHash(), (order, options) =>
        repeatUntilKnown(async () => outlet.orders.create(order, options).finally(afterCall), {
          pause: 1,
          maxRepeats: 1,
        }),
      );
    }
    return { fake, outbox, run, created: () => fake.orders.all().length - before };
  }

  test('has one entry per reference, even if two processes add it at once', async () => {
    const outbox = await newOutbox();
    const [one, other] = await Promise.all([outbox.add('F-1', newBody), outbox.add('F-1', newBody)]);
    expect(other).toEqual(one);
    expect(await outbox.add('F-1', newBody)).toEqual(one);
    expect(await outbox.unfinished()).toEqual([one]);
  });

  test('never sends an order again whose ID is known, or whose key is forgotten', async () => {
    const outbox = await newOutbox();
    const create = vi.fn(async () => ({ id: 'o-1' }));
    await outbox.send(await outbox.add('F-1', newBody), 'key-1', create);
    expect(await outbox.send(await outbox.add('F-1', newBody), 'key-1', create)).toBe('o-1');
    expect(await outbox.unfinished()).toEqual([]);

    const entry = await outbox.add('F-2', newBody);
    const old = { ...entry, firstSentAt: new Date(now.getTime() - oneDay).toISOString() };
    await expect(outbox.send(old, 'key-1', create)).rejects.toThrow(
      'the API has forgotten its idempotency key',
    );
    expect(create).toHaveBeenCalledTimes(1);
  });

  test('never repeats an order with another API key', async () => {
    const outbox = await newOutbox();
    const create = vi.fn(async () => Promise.reject(new Error('The response is lost.')));
    await expect(outbox.send(await outbox.add('F-1', newBody), 'key-1', create)).rejects.toThrow('lost');
    const [sent] = await outbox.unfinished();
    await expect(sent && outbox.send(sent, 'key-2', create)).rejects.toThrow('with another API key');
    expect(create).toHaveBeenCalledTimes(1);
    await expect(sent && outbox.send(sent, 'key-1', create)).rejects.toThrow('The response is lost.');
  });

  test('sends an order with another API key if the first one surely did not create it', async () => {
    const { outbox, run, created } = await newSender();
    await expect(run('wrong-token')).rejects.toMatchObject({ status: 401 });
    expect(await outbox.unfinished()).not.toMatchObject([{ firstSentAt: expect.any(String) }]);

    await run();

    expect(created()).toBe(1);
  });

  test('does not forget a lost response because of a later error', async () => {
    const { fake, outbox, run, created } = await newSender();
    fake.failNext({ ...post, fault: 'lost-response' });
    // The merchant revokes the API key between the two calls.
    const revoke = () => fake.keys.revoke('digital-ordering');
    await expect(run(undefined, revoke)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await outbox.unfinished()).toMatchObject([{ keyHash: expect.any(String) }]);

    await expect(run(fake.keys.create({ useCase: 'digital-ordering' }).token)).rejects.toThrow(
      'with another API key',
    );
    expect(created()).toBe(1);
  });

  test('keeps an entry whose order may exist, even if its repeat is invalid', async () => {
    const { fake, outbox, run, created } = await newSender();
    fake.failNext({ ...post, fault: 'lost-response', times: 2 });
    await expect(run()).rejects.toMatchObject({ outcome: 'unknown' });

    const error = vi.spyOn(console, 'error').mockReset();
    const [entry] = await outbox.unfinished();
    const invalid = () => Promise.reject(new RequestValidationError('Not sent', []));
    await expect(entry && outbox.send(entry, entry.keyHash ?? '', invalid)).rejects.toThrow('Not sent');

    expect(error).toHaveBeenCalledWith(expect.stringMatching(/ALERT.*F-1/));
    expect(await outbox.unfinished()).toMatchObject([{ reference: 'F-1' }]);
    expect(created()).toBe(1);
  });

  test('counts the age of an order from its first send', async () => {
    const outbox = await newOutbox();
    const waiting = { ...(await outbox.add('F-1', newBody)), since: '2026-01-01T00:00:00.000Z' };
    const create = vi.fn(async () => {
      expect(await outbox.unfinished()).toMatchObject([{ firstSentAt: expect.any(String) }]);
      throw new Error('The response is lost.');
    });
    await expect(outbox.send(waiting, 'key-1', create)).rejects.toThrow('The response is lost.');

    vi.useFakeTimers({ now: Date.now() + oneDay, toFake: ['Date'] });
    const [sent] = await outbox.unfinished();
    await expect(sent && outbox.send(sent, 'key-1', create)).rejects.toThrow(
      'the API has forgotten its idempotency key',
    );
    expect(create).toHaveBeenCalledTimes(1);
  });

  test('keeps an order after an error, unless the order is invalid', async () => {
    const outbox = await newOutbox();
    const fake = createFakeOutlet();
    const outlet = clientOf(fake, 'digital-ordering').withOptions({ maxRetries: 0 });
    const order = { channelId: 'channel-foodie', partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' } };
    const create = async (body: string, options: { idempotencyKey: string }) =>
      outlet.orders.create({ ...order, items: [{ menuItemId: body, quantity: 1 }] }, options);
    fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response' });
    const burger = await outbox.add('F-1', async () => 'item-burger');
    await expect(outbox.send(burger, 'key-1', create)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await outbox.unfinished()).toMatchObject([burger]);

    const unknown = await outbox.add('F-2', async () => 'no-such-dish');
    await expect(outbox.send(unknown, 'key-1', create)).rejects.toMatchObject({ status: 400 });
    expect(await outbox.unfinished()).toMatchObject([burger]);
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
