import { createOutletPool, type Order, type OrderCreateParams } from 'outlet-open-api';
import type { OrderFeed } from 'outlet-open-api/sync';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler, sharedSecret } from 'outlet-open-api/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../database.js';
import { acceptOrder } from '../ordering/accept-order.js';
import { followOrders } from '../ordering/follow-orders.js';
import { type Platform, sendOrders } from '../ordering/send-orders.js';
import { sweepOrders } from '../ordering/sweep-orders.js';
import { newDatabase } from './new-database.js';

const keyRef = 'bistro';
const secret = { query: 'secret', value: 'a-secret-of-this-test' };

describe.each(Object.entries(newDatabase))('%s', (_, create) => {
  let db: Database;
  const cleanups: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    db = await openDatabase(await create((clean) => cleanups.push(clean)));
  });
  beforeEach(() => db.query('delete from platform_orders'));
  afterAll(async () => {
    await db.close();
    for (const clean of cleanups) await clean();
  });

  /** A new outlet, and what it takes to send orders to it. */
  function setUp() {
    const fake = createFakeOutlet({
      rateLimit: false,
      webhookFetch: (url, init) => handle(new Request(url, init)),
    });
    const key = fake.key('digital-ordering');
    key.webhookUrl = `https://backend.example/?secret=${secret.value}`;
    const outlets = createOutletPool({
      // Without retries, a lost response ends an attempt at once.
      load: () => ({ baseUrl: fake.baseUrl, accessToken: key.token, fetch: fake.fetch, maxRetries: 0 }),
    });
    const feed: OrderFeed = followOrders(db, new Map([[keyRef, 'foodie']]));
    const handle = createWebhookHandler({
      verify: [sharedSecret(secret)],
      resolve: outlets.resolve(() => keyRef),
      consumers: [feed],
    });
    const alerts = vi.spyOn(console, 'error').mockReset();
    return { fake, platform: { db, outlets, feed }, alerts };
  }

  type Outlet = ReturnType<typeof setUp>;

  const accept = (order: OrderCreateParams) => acceptOrder(db, keyRef, order);

  async function rowOf(orderRef: string) {
    const { rows } = await db.query<{ state: string; orderId: string | null; status: string | null }>(
      'select state, order_id as "orderId", status from platform_orders where order_ref = $1',
      [orderRef],
    );
    return rows[0];
  }

  /** Runs a sender per platform until `isDone` resolves to true. */
  async function sendUntil(isDone: () => Promise<boolean>, ...platforms: Platform[]): Promise<void> {
    const stop = new AbortController();
    const running = platforms.map((platform) => sendOrders(platform, stop.signal));
    try {
      await expect.poll(isDone).toBe(true);
    } finally {
      stop.abort();
      await Promise.all(running);
    }
  }

  const sendUntilCreated = (orderRef: string, ...platforms: Platform[]) =>
    sendUntil(async () => (await rowOf(orderRef))?.state === 'created', ...platforms);

  /** Lets the next attempt of all rows start now, instead of after its pause. */
  const skipPause = () => db.query("update platform_orders set next_at = '-infinity'");

  const placed = ({ orders }: FakeOutlet, orderRef: string): Order[] =>
    orders.all().filter(({ partnerInfo }) => partnerInfo?.orderId === orderRef);

  const idOf = (fake: FakeOutlet, orderRef: string) => placed(fake, orderRef)[0]?.id ?? '';

  test('a guest who repeats a request orders once, and another order with the same number is rejected', async () => {
    expect(await Promise.all([accept(burger('F-1')), accept(burger('F-1'))])).toEqual([true, true]);
    expect(await accept(burger('F-1', 3))).toBe(false);
    expect(await acceptOrder(db, 'cafe', burger('F-1', 3))).toBe(true);
  });

  test('an order is sent once by two senders, with its option, and followed to its end', async () => {
    const { fake, platform } = setUp();
    await accept(burger('F-1'));

    await sendUntilCreated('F-1', platform, platform);

    expect(placed(fake, 'F-1')).toMatchObject([
      { items: [{ options: [{ optionId: 'option-cheese', quantity: 1 }] }] },
    ]);
    const orderId = idOf(fake, 'F-1');
    fake.orders.complete(orderId);
    await fake.idle();
    expect(await rowOf('F-1')).toEqual({ state: 'created', orderId, status: 'complete' });
  });

  test('an order whose response was lost is repeated with the same key, and keeps the later status', async () => {
    const { fake, platform, alerts } = setUp();
    await accept(burger('F-1'));
    fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response', times: 10 });
    await sendUntil(async () => alerts.mock.calls.length > 0, platform);
    expect(await rowOf('F-1')).toMatchObject({ state: 'waiting', orderId: null });
    for (const fault of [...fake.faults]) fault.remove();

    fake.orders.inKitchen(idOf(fake, 'F-1'));
    await fake.idle();
    expect(await rowOf('F-1')).toMatchObject({ state: 'created', status: 'inKitchen' });
    await db.query("update platform_orders set state = 'waiting'");
    await skipPause();
    await sendUntilCreated('F-1', platform);

    expect(placed(fake, 'F-1')).toHaveLength(1);
    expect(await rowOf('F-1')).toMatchObject({ status: 'inKitchen' });
  });

  test('a status that was read earlier does not overwrite a later one', async () => {
    const { fake, platform } = setUp();
    await accept(burger('F-1'));
    await sendUntilCreated('F-1', platform);
    await db.query(
      "update platform_orders set status = 'complete', read_at = clock_timestamp() + interval '1 hour'",
    );
    fake.orders.inKitchen(idOf(fake, 'F-1'));
    await fake.idle();
    expect(await rowOf('F-1')).toMatchObject({ status: 'complete' });
  });

  test('only an invalid order is final', async () => {
    const { fake, platform } = setUp();
    await accept(burger('F-1', 0));
    await accept({ ...burger('F-2'), items: [{ menuItemId: 'no-such-dish', quantity: 1 }] });
    await accept(burger('F-3'));
    fake.failNext({ method: 'POST', path: '/orders', fault: 'server-error', times: Infinity });
    fake.keys.revoke('digital-ordering');
    await sendUntil(async () => {
      const { rows } = await db.query('select 1 from platform_orders where attempts > 0');
      return rows.length === 3;
    }, platform);
    fake.keys.restore('digital-ordering');
    for (const fault of [...fake.faults]) fault.remove();
    await skipPause();
    await sendUntilCreated('F-3', platform);
    expect((await rowOf('F-2'))?.state).toBe('rejected');
    expect((await rowOf('F-1'))?.state).toBe('rejected');
  });

  test('an order that may exist is not sent again with another API key, but one that cannot exist is', async () => {
    const { fake, platform, alerts } = setUp();
    await accept(burger('F-1'));
    fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response', times: 10 });
    await sendUntil(async () => alerts.mock.calls.length > 0, platform);
    for (const fault of [...fake.faults]) fault.remove();
    await accept(burger('F-2'));
    await skipPause();

    const accessToken = fake.keys.create({ useCase: 'digital-ordering' }).token;
    const outlets = createOutletPool({
      load: () => ({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch, maxRetries: 0 }),
    });
    await sendUntilCreated('F-2', { ...platform, outlets });

    expect(placed(fake, 'F-1')).toHaveLength(1);
    expect((await rowOf('F-1'))?.state).toBe('unresolved');
  });

  test('a process that was suspended does not send an order that another API key has sent', async () => {
    const { fake, platform, alerts } = setUp();
    const { token } = fake.keys.create({ useCase: 'digital-ordering' });
    let resume: () => void = () => {};
    const suspended = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const load = vi.fn(async () => {
      await suspended;
      return { baseUrl: fake.baseUrl, accessToken: token, fetch: fake.fetch, maxRetries: 0 };
    });
    await accept(burger('F-1'));
    const stop = new AbortController();
    const running = sendOrders({ ...platform, outlets: createOutletPool({ load }) }, stop.signal);
    await expect.poll(() => load.mock.calls).toHaveLength(1);
    stop.abort();

    fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response' });
    await skipPause();
    await sendUntil(async () => alerts.mock.calls.length > 0, platform);
    expect(placed(fake, 'F-1')).toHaveLength(1);
    resume();
    await running;

    expect(placed(fake, 'F-1')).toHaveLength(1);
  });

  test('an order is not sent again after 23 hours', async () => {
    const { fake, platform } = setUp();
    for (const orderRef of ['F-1', 'F-2']) await accept(burger(orderRef));
    await db.query(
      `update platform_orders set first_sent_at = clock_timestamp() - interval '23 hours 1 minute' where order_ref = 'F-1'`,
    );
    await sendUntilCreated('F-2', platform);
    expect(placed(fake, 'F-1')).toEqual([]);
  });

  test.each([
    ['its key is revoked', ({ fake }: Outlet) => fake.keys.revoke('digital-ordering')],
    [
      'its token cannot be loaded',
      ({ platform }: Outlet) =>
        vi.spyOn(platform.outlets, 'get').mockRejectedValueOnce(new Error('no token')),
    ],
  ])(
    'an order that the API cannot have, because %s, expires and does not reach the kitchen in the morning',
    async (_, breakKey) => {
      const outlet = setUp();
      const { fake, platform, alerts } = outlet;
      for (const orderRef of ['F-1', 'F-2']) await accept(burger(orderRef));
      await db.query("update platform_orders set next_at = 'infinity' where order_ref = 'F-2'");
      breakKey(outlet);
      await sendUntil(async () => alerts.mock.calls.length > 0, platform);
      await db.query("update platform_orders set send_until = '-infinity'");
      await skipPause();
      fake.keys.restore('digital-ordering');
      await sendUntil(async () => (await rowOf('F-1'))?.state === 'expired', platform);
      expect((await rowOf('F-2'))?.state).toBe('expired');
      expect(fake.orders.all().filter(({ status }) => status === 'open')).toEqual([]);
      await sweepOrders(platform, keyRef, '2 hours');
    },
  );

  test.each([
    ['open', 'cancelled', 0],
    ['inKitchen', 'inKitchen', 1],
  ])('an order that the API may have is cancelled if it is late and %s', async (before, after, alerted) => {
    const { fake, platform, alerts } = setUp();
    await accept(burger('F-1'));
    fake.key('digital-ordering').webhookUrl = '';
    fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response', times: 10 });
    await sendUntil(async () => alerts.mock.calls.length > 0, platform);
    for (const fault of [...fake.faults]) fault.remove();
    if (before === 'inKitchen') fake.orders.inKitchen(idOf(fake, 'F-1'));
    await db.query("update platform_orders set send_until = '-infinity'");
    await skipPause();
    await sendUntilCreated('F-1', platform);
    expect(placed(fake, 'F-1')).toMatchObject([{ status: after }]);
    expect(alerts.mock.calls.filter(([text]) => String(text).startsWith('ALERT'))).toHaveLength(alerted);
  });

  test('an order that the kitchen completes while it is being cancelled is not lost', async () => {
    const { fake, platform, alerts } = setUp();
    await accept(burger('F-1'));
    fake.key('digital-ordering').webhookUrl = '';
    fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response', times: 10 });
    await sendUntil(async () => alerts.mock.calls.length > 0, platform);
    for (const fault of [...fake.faults]) fault.remove();
    await db.query("update platform_orders set send_until = '-infinity'");
    const orderId = idOf(fake, 'F-1');
    const outlet = await platform.outlets.get(keyRef);
    const { cancel } = outlet.orders;
    vi.spyOn(outlet.orders, 'cancel').mockImplementation((...args) => {
      fake.orders.complete(orderId);
      return cancel.apply(outlet.orders, args);
    });
    alerts.mockClear();
    await skipPause();
    await sendUntil(async () => alerts.mock.calls.length > 0, platform);
    expect(await rowOf('F-1')).toMatchObject({ state: 'waiting' });
    await skipPause();
    await sendUntilCreated('F-1', platform);
    expect(await rowOf('F-1')).toEqual({ state: 'created', orderId, status: 'complete' });
  });

  test('the sweep finds an order without an ID, and one that was reopened', async () => {
    const { fake, platform } = setUp();
    for (const orderRef of ['F-1', 'F-2']) await accept(burger(orderRef));
    for (const orderRef of ['F-1', 'F-2']) await sendUntilCreated(orderRef, platform);
    const [first, second] = [idOf(fake, 'F-1'), idOf(fake, 'F-2')];
    fake.orders.complete(second);
    await fake.idle();
    fake.orders.reopen(second);
    await db.query(
      `update platform_orders set state = 'waiting', order_id = null, first_sent_at = first_sent_at - interval '2 minutes'
       where order_ref = 'F-1'`,
    );

    await sweepOrders(platform, keyRef, '2 hours');

    expect(await rowOf('F-1')).toEqual({ state: 'created', orderId: first, status: 'open' });
    expect(await rowOf('F-2')).toMatchObject({ orderId: second, status: 'open' });
  });

  test('the sweep names the orders that it cannot find, and an order of another platform is not yours', async () => {
    const { fake, platform } = setUp();
    await accept(burger('F-1'));
    const partnerInfo = { partnerChannel: 'eatly', orderId: 'F-1' };
    fake.orders.add({ createdBy: 'digital-ordering', partnerInfo });
    await db.query("update platform_orders set first_sent_at = clock_timestamp() - interval '2 minutes'");
    await expect(sweepOrders(platform, keyRef, '2 hours')).rejects.toThrow(
      'The sweep failed for F-1 of bistro.',
    );
    expect(await rowOf('F-1')).toMatchObject({ state: 'waiting', orderId: null });
  });
});

function burger(orderId: string, quantity = 2): OrderCreateParams {
  return {
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId },
    items: [{ menuItemId: 'item-burger', quantity, options: [{ optionId: 'option-cheese', quantity: 1 }] }],
  };
}
