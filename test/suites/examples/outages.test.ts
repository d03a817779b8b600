import { type OrderCreateParams, OutletClient, type OutletClientOptions } from 'outlet-open-api';
import { createFakeOutlet, type FaultKind } from 'outlet-open-api/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { logError } from '../../../examples/digital-ordering/log-error.js';
import { newOrder } from '../../../examples/digital-ordering/new-order.js';
import { repeatUntilKnown } from '../../../examples/reservations/repeat-until-known.js';

let logged: string[];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation((line) => logged.push(String(line)));
});

const idempotencyKey = 'f3e7c1f4-6d5d-4a0e-9a4e-2b8f0c6d1a55';

/** An order, and a function that forwards it with a client that does not retry by itself. */
async function setUp(options: OutletClientOptions = {}) {
  const fake = createFakeOutlet({ rateLimit: false });
  const accessToken = fake.key('digital-ordering').token;
  const reader = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken,
    fetch: fake.fetch,
    maxRetries: 0,
    rateLimit: { requests: 50, interval: 1_000 },
  });
  const order = await newOrder(reader, 'channel-foodie', 'foodie', 'F-1001');
  const outlet = reader.withOptions(options);
  const before = fake.orders.all().length;
  const forward = (params: OrderCreateParams = order) =>
    repeatUntilKnown(() => outlet.orders.create(params, { idempotencyKey }), { pause: 1, maxRepeats: 3 });
  const posts = () => fake.requests.filter(({ method }) => method === 'POST').length;
  return { fake, outlet, order, forward, posts, created: () => fake.orders.all().length - before };
}

describe('repeatUntilKnown', () => {
  test.each<FaultKind>([
    'lost-response',
    'server-error-after-effect',
    'dropped-request',
    'invalid-json',
    'rate-limited',
  ])('creates one order after %s', async (fault) => {
    const { fake, forward, created } = await setUp();
    fake.failNext({ method: 'POST', path: '/orders', fault, times: 2 });

    expect(await forward()).toMatchObject({ partnerInfo: { orderId: 'F-1001' } });

    expect(created()).toBe(1);
    expect(logged).toEqual([expect.stringMatching(/Repeating/), expect.stringMatching(/Repeating/)]);
  });

  test('gives up after maxRepeats', async () => {
    const { fake, forward, posts } = await setUp();
    fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response', times: 10 });
    await expect(forward()).rejects.toMatchObject({ outcome: 'unknown', idempotencyKey });
    expect(posts()).toBe(4);
  });

  test('repeats an order whose outcome is unknown, even if the error is not transient', async () => {
    const { forward, posts, created } = await setUp({ maxResponseBytes: 100 });

    await expect(forward()).rejects.toMatchObject({ outcome: 'unknown', isTransient: false });

    expect(posts()).toBe(4);
    expect(created()).toBe(1);
  });

  test('does not repeat an order that the API created', async () => {
    const { fake, forward, posts, created } = await setUp();
    fake.failNext({ method: 'POST', path: '/orders', fault: 'empty-body' });

    await expect(forward()).rejects.toMatchObject({ outcome: 'performed' });

    expect(posts()).toBe(1);
    expect(created()).toBe(1);
    expect(logged).toEqual([]);
  });

  test('does not repeat a call of a closed client', async () => {
    const { outlet, forward } = await setUp();
    outlet.close();
    await expect(forward()).rejects.toMatchObject({ outcome: 'not-sent', isTransient: false });
    expect(logged).toEqual([]);
  });

  test('does not repeat an order that the API rejects, and logs the invalid field', async () => {
    const { order, forward, posts, created } = await setUp();
    const invalid = { ...order, items: [{ menuItemId: 'no-such-dish', quantity: 1 }] };

    await forward(invalid).catch(logError);

    expect(posts()).toBe(1);
    expect(created()).toBe(0);
    expect(logged).toEqual([
      expect.stringContaining('POST /orders failed with 400'),
      expect.stringContaining('  items[0].menuItemId: '),
    ]);
  });
});

describe('newOrder', () => {
  test('orders at the configured channel, beside another delivery platform', async () => {
    const { fake, outlet } = await setUp();
    fake.channels.remove('channel-foodie');
    fake.channels.add({ id: 'channel-eatly', type: 'partner' }, { id: 'channel-foodie', type: 'partner' });
    fake.channels.publish();

    const order = await newOrder(outlet, 'channel-foodie', 'foodie', 'F-1002');

    expect(order.channelId).toBe('channel-foodie');
    await expect(newOrder(outlet, 'channel-foody', 'foodie', 'F-1003')).rejects.toThrow(
      'The outlet has no partner channel channel-foody. Set CHANNEL_ID to one of: channel-eatly, channel-foodie.',
    );
  });
});
