import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler, sharedSecret } from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createEndpoints } from '../../../examples/crash-safe-orders/endpoints.js';
import { followOrders, sweepRegularly } from '../../../examples/crash-safe-orders/follow-orders.js';
import { MenuReader } from '../../../examples/crash-safe-orders/menu-reader.js';
import { isUnfinished, OrderBook } from '../../../examples/crash-safe-orders/order-book.js';
import { createSender } from '../../../examples/crash-safe-orders/send-orders.js';
import { newFolder } from '../../support/new-folder.js';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** A service at a fake outlet, as service.ts connects it. */
async function setUp() {
  const fake = createFakeOutlet({ rateLimit: false });
  const token = fake.key('digital-ordering').token;
  const folder = await newFolder();

  /** Starts the service with the files of the one before, which must have ended. */
  async function start(accessToken = token) {
    const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch, maxRetries: 0 });
    const stop = new AbortController();
    const book = await OrderBook.open(folder);
    const feed = followOrders(outlet, book, stop.signal);
    const sender = createSender(outlet, book, feed, stop.signal);
    const handle = createEndpoints({
      channel: { channelId: 'channel-foodie', partnerChannel: 'foodie', currency: 'EUR' },
      menu: new MenuReader(outlet, 'foodie'),
      book,
      sender,
      handleWebhook: createWebhookHandler({
        verify: [sharedSecret({ query: 'secret', value: 'a-secret-of-this-test' })],
        consumers: [feed],
      }),
    });
    for (const { reference } of book.all().filter(isUnfinished)) sender.start(reference);
    const sweeps = sweepRegularly({ outlet, book, feed, sender }, stop.signal);
    const end = async () => {
      stop.abort();
      await Promise.all([sender.idle(), sweeps]);
    };
    onTestFinished(end);
    const call = (path: string, body?: unknown) =>
      handle(
        new Request(`http://service.example${path}`, {
          ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        }),
      );
    return {
      end,
      place: async (reference: string, items: unknown = [burger]) =>
        (await call('/orders', { reference, items })).status,
      cancel: async (reference: string) => (await call(`/orders/${reference}/cancel`, {})).status,
      async orderOf(reference: string): Promise<unknown> {
        const orders: { reference: string }[] = await (await call('/orders')).json();
        return orders.find((order) => order.reference === reference);
      },
    };
  }
  const posts = () => fake.requests.filter(({ method }) => method === 'POST').length;
  const ordersOf = (...references: string[]) =>
    fake.orders.all().filter(({ partnerInfo }) => references.includes(partnerInfo?.orderId ?? ''));
  return { fake, start, posts, ordersOf };
}

const burger = {
  menuItemId: 'item-burger',
  quantity: 2,
  options: [{ optionId: 'option-cheese', quantity: 1 }],
};
const post = { method: 'POST', path: '/orders' };

describe('the service of crash-safe-orders', () => {
  test('accepts a reference once, and calculates the price', async () => {
    const { start, ordersOf } = await setUp();
    const { place, orderOf } = await start();

    const statuses = [
      await place('F-1'),
      await place('F-1'),
      await place('F-1', [{ ...burger, quantity: 1 }]),
    ];

    expect(statuses).toEqual([202, 202, 409]);
    await expect.poll(() => orderOf('F-1')).toMatchObject({ status: 'open', paid: 30.2 });
    expect(ordersOf('F-1')).toMatchObject([{ payments: [{ amount: 30.2, currency: 'EUR' }] }]);
  });

  test.each([
    ['without a reference', undefined, [burger]],
    ['without items', 'F-1', []],
    ['of half a burger', 'F-1', [{ ...burger, quantity: 0.5 }]],
    ['of a dish that is not on the menu', 'F-1', [{ ...burger, menuItemId: 'item-steak' }]],
  ])('rejects an order %s', async (_, reference, items) => {
    const { start } = await setUp();
    const { place, orderOf } = await start();
    expect(await place(reference ?? '', items)).toBe(400);
    expect(await orderOf('F-1')).toBeUndefined();
  });

  test('does not send an order again with another API key if the order may exist', async () => {
    const { fake, start, posts } = await setUp();
    const { place, end } = await start();
    fake.failNext({ ...post, fault: 'lost-response' });
    await place('F-1');
    await expect.poll(() => fake.faults).toEqual([]);
    await end();

    const alerts = vi.spyOn(console, 'error').mockReset();
    const { orderOf } = await start(fake.keys.create({ useCase: 'digital-ordering' }).token);

    await expect.poll(() => alerts.mock.calls.flat()).toContainEqual(expect.stringContaining('ALERT'));
    expect(await orderOf('F-1')).toMatchObject({ status: 'waiting' });
    expect(posts()).toBe(1);
  });

  test('finds an order of a replaced API key, and cancels it for the guest', async () => {
    const { fake, start, ordersOf } = await setUp();
    const { place, end } = await start();
    fake.failNext({ ...post, fault: 'lost-response' });
    await place('F-1');
    await expect.poll(() => fake.faults).toEqual([]);
    await end();

    const { token } = fake.keys.create({ useCase: 'digital-ordering' });
    const alerts = vi.spyOn(console, 'error').mockReset();
    const second = await start(token);
    await expect.poll(() => alerts.mock.calls.flat()).toContainEqual(expect.stringContaining('ALERT'));
    await second.end();

    // The sweep looks for orders without an ID after a minute.
    vi.useFakeTimers({ now: Date.now() + 2 * 60_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { cancel, orderOf } = await start(token);
    await expect.poll(() => orderOf('F-1')).toMatchObject({ status: 'open', id: expect.any(String) });
    expect(await cancel('F-1')).toBe(202);

    await expect.poll(() => orderOf('F-1')).toMatchObject({ status: 'cancelled' });
    expect(ordersOf('F-1')).toMatchObject([{ status: 'cancelled' }]);
  });

  test('sends other orders while one waits for its next attempt', async () => {
    const { fake, start } = await setUp();
    const { place, orderOf } = await start();
    fake.failNext({ ...post, fault: 'server-error' });
    await place('F-1');
    await expect.poll(() => fake.faults).toEqual([]);
    await place('F-2');
    await expect.poll(() => orderOf('F-2')).toMatchObject({ status: 'open' });
    expect(await orderOf('F-1')).toMatchObject({ status: 'waiting' });
  });

  test('never sends an order again that the API rejected, even after a restart', async () => {
    const { fake, start, posts } = await setUp();
    const { place, orderOf, end } = await start();
    fake.channels.remove('channel-foodie');
    fake.channels.publish();
    await place('F-1');
    const rejected = { status: 'rejected', reason: expect.stringContaining('channelId') };
    await expect.poll(() => orderOf('F-1')).toMatchObject(rejected);
    await end();

    const restarted = await start();
    expect(await restarted.place('F-1')).toBe(202);
    expect(await restarted.orderOf('F-1')).toMatchObject(rejected);
    expect(posts()).toBe(1);
  });

  test('does not send an order that was cancelled before, and cancels one that may have been sent', async () => {
    const { fake, start, ordersOf } = await setUp();
    const { place, cancel, end } = await start();
    fake.failNext({ ...post, fault: 'lost-response' });
    await place('F-2');
    await expect.poll(() => fake.faults).toEqual([]);
    // The last one, because its next attempt follows after a second.
    fake.failNext({ ...post, fault: 'rate-limited' });
    await place('F-1');
    await expect.poll(() => fake.faults).toEqual([]);
    expect([await cancel('F-1'), await cancel('F-2'), await cancel('F-3')]).toEqual([202, 202, 404]);
    await end();

    const { orderOf } = await start();
    await expect.poll(() => orderOf('F-2')).toMatchObject({ status: 'cancelled', id: expect.any(String) });
    expect(await orderOf('F-1')).toEqual({ reference: 'F-1', status: 'cancelled', paid: 30.2 });
    expect(ordersOf('F-1', 'F-2')).toMatchObject([{ partnerInfo: { orderId: 'F-2' }, status: 'cancelled' }]);
  });

  test('keeps the status of an order that is cancelled too late', async () => {
    const { fake, start, ordersOf } = await setUp();
    const { place, cancel, orderOf, end } = await start();
    await place('F-1');
    await expect.poll(() => orderOf('F-1')).toMatchObject({ status: 'open' });
    await end();
    // The webhook is lost, because the service is down.
    fake.orders.complete(ordersOf('F-1')[0]?.id ?? '');

    const restarted = await start();
    await restarted.cancel('F-1');
    await expect.poll(() => restarted.orderOf('F-1')).toMatchObject({ status: 'complete' });
    expect(await cancel('F-1')).toBe(202);
    expect(ordersOf('F-1')).toMatchObject([{ status: 'complete' }]);
  });
});
