import { createOutletPool, type Order, type OrderCreateParams } from 'outlet-open-api';
import type { OrderFeed } from 'outlet-open-api/sync';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler, sharedSecret } from 'outlet-open-api/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../database.js';
import { acceptOrder } from '../ordering/accept-order.js';
import { followOrders } from '../ordering/follow-orders.js';
import { type Sending, sendOrders } from '../ordering/send-orders.js';
import { sweepOrders } from '../ordering/sweep-orders.js';
import { newDatabase } from './new-database.js';

const secret = { query: 'secret', value: 'a-secret' };

describe.each(Object.entries(newDatabase))('%s', (_, create) => {
  let db: Database;
  const cleanups: (() => Promise<void>)[] = [];
  let number = 0;

  beforeAll(async () => {
    db = await openDatabase(await create((clean) => cleanups.push(clean)));
  });
  // A sender sends the orders of all outlets.
  beforeEach(() => db.query('delete from platform_orders'));
  afterAll(async () => {
    await db.close();
    for (const clean of cleanups) await clean();
  });

  /** An outlet of its own for each test, and what it takes to send orders to it. */
  function setUp() {
    number += 1;
    const outletRef = `outlet-${number}`;
    const fake = createFakeOutlet({
      rateLimit: false,
      webhookFetch: (url, init) => handle(new Request(url, init)),
    });
    const key = fake.key('digital-ordering');
    key.webhookUrl = `https://backend.example/?secret=${secret.value}`;
    const outlets = createOutletPool({
      load: () => ({ baseUrl: fake.baseUrl, accessToken: key.token, fetch: fake.fetch }),
    });
    const feed: OrderFeed = followOrders(db, new Map([[outletRef, 'foodie']]));
    const handle = createWebhookHandler({
      verify: [sharedSecret(secret)],
      resolve: outlets.resolve(() => outletRef),
      ...feed.webhooks,
    });
    const alerts = vi.spyOn(console, 'error').mockReturnValue();
    return { outletRef, fake, sending: { db, outlets, feed }, alerts };
  }

  async function rowOf(outletRef: string, orderRef: string) {
    const { rows } = await db.query<{ state: string; order_id: string | null; status: string | null }>(
      'select state, order_id, status from platform_orders where outlet_ref = $1 and order_ref = $2',
      [outletRef, orderRef],
    );
    return rows[0];
  }

  /** Runs senders until the row is no longer waiting. */
  async function sendUntil(sendings: readonly Sending[], isDone: () => Promise<boolean>): Promise<void> {
    const stop = new AbortController();
    const running = sendings.map((sending) => sendOrders(sending, stop.signal));
    try {
      await vi.waitFor(async () => expect(await isDone()).toBe(true), { timeout: 20_000 });
    } finally {
      stop.abort();
      await Promise.all(running);
    }
  }

  /** Lets the next attempt of all rows start now, instead of after its pause. */
  const skipPause = () => db.query("update platform_orders set next_at = '-infinity'");

  const placed = ({ orders }: FakeOutlet, orderRef: string): Order[] =>
    orders.all().filter(({ partnerInfo }) => partnerInfo?.orderId === orderRef);

  test('a guest who repeats a request orders once, and another order with the same number is rejected', async () => {
    const { outletRef } = setUp();
    const accept = (order: OrderCreateParams) => acceptOrder(db, outletRef, order);
    expect(await Promise.all([accept(burger('F-1')), accept(burger('F-1'))])).toEqual([true, true]);
    expect(await accept(burger('F-1', 3))).toBe(false);
    expect(await acceptOrder(db, `${outletRef}-b`, burger('F-1', 3))).toBe(true);
  });

  test('an order is sent once by two senders, with its option, and followed to its end', async () => {
    const { outletRef, fake, sending } = setUp();
    await acceptOrder(db, outletRef, burger('F-1'));

    await sendUntil([sending, sending], async () => (await rowOf(outletRef, 'F-1'))?.state === 'created');

    const [order, ...others] = placed(fake, 'F-1');
    expect(others).toEqual([]);
    expect(order?.items?.[0]?.options).toEqual([{ optionId: 'option-cheese', quantity: 1 }]);
    fake.orders.complete(order?.id ?? '');
    await fake.idle();
    expect(await rowOf(outletRef, 'F-1')).toEqual({
      state: 'created',
      order_id: order?.id,
      status: 'complete',
    });
  });

  test('an order whose response was lost is repeated with the same key, and keeps the later status', async () => {
    const { outletRef, fake, sending, alerts } = setUp();
    await acceptOrder(db, outletRef, burger('F-1'));
    fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response', times: 10 });
    await sendUntil([sending], async () => alerts.mock.calls.length > 0);
    expect(await rowOf(outletRef, 'F-1')).toMatchObject({ state: 'waiting', order_id: null });
    for (const fault of [...fake.faults]) fault.remove();

    fake.orders.inKitchen(placed(fake, 'F-1')[0]?.id ?? '');
    await fake.idle();
    expect(await rowOf(outletRef, 'F-1')).toMatchObject({ state: 'created', status: 'inKitchen' });
    await db.query("update platform_orders set state = 'waiting' where outlet_ref = $1", [outletRef]);
    await skipPause();
    await sendUntil([sending], async () => (await rowOf(outletRef, 'F-1'))?.state === 'created');

    expect(placed(fake, 'F-1')).toHaveLength(1);
    expect(await rowOf(outletRef, 'F-1')).toMatchObject({ status: 'inKitchen' });
  });

  test('a status that was read earlier does not overwrite a later one', async () => {
    const { outletRef, fake, sending } = setUp();
    await acceptOrder(db, outletRef, burger('F-1'));
    await sendUntil([sending], async () => (await rowOf(outletRef, 'F-1'))?.state === 'created');
    await db.query(
      "update platform_orders set status = 'complete', read_at = clock_timestamp() + interval '1 hour' where outlet_ref = $1",
      [outletRef],
    );
    fake.orders.inKitchen(placed(fake, 'F-1')[0]?.id ?? '');
    await fake.idle();
    expect(await rowOf(outletRef, 'F-1')).toMatchObject({ status: 'complete' });
  });

  test('only an invalid order is final', async () => {
    const { outletRef, fake, sending } = setUp();
    await acceptOrder(db, outletRef, burger('F-1', 0));
    await acceptOrder(db, outletRef, {
      ...burger('F-2'),
      items: [{ menuItemId: 'no-such-dish', quantity: 1 }],
    });
    await acceptOrder(db, outletRef, burger('F-3'));
    fake.failNext({
      method: 'POST',
      path: '/orders',
      fault: 'server-error',
      times: Number.POSITIVE_INFINITY,
    });
    fake.keys.revoke('digital-ordering');
    await sendUntil([sending], async () => {
      const { rows } = await db.query(
        'select 1 from platform_orders where outlet_ref = $1 and attempts > 0',
        [outletRef],
      );
      return rows.length === 3;
    });
    fake.keys.restore('digital-ordering');
    for (const fault of [...fake.faults]) fault.remove();
    await skipPause();
    await sendUntil([sending], async () => (await rowOf(outletRef, 'F-3'))?.state === 'created');
    await vi.waitFor(async () => expect((await rowOf(outletRef, 'F-2'))?.state).toBe('rejected'));
    expect((await rowOf(outletRef, 'F-1'))?.state).toBe('rejected');
  });

  test('an order is not sent again after 23 hours, but one that was never sent is', async () => {
    const { outletRef, fake, sending } = setUp();
    await acceptOrder(db, outletRef, burger('F-1'));
    await acceptOrder(db, outletRef, burger('F-2'));
    await db.query(
      `update platform_orders set accepted_at = accepted_at - interval '2 days',
         first_sent_at = case order_ref when 'F-1' then clock_timestamp() - interval '23 hours 1 minute' end
       where outlet_ref = $1`,
      [outletRef],
    );
    await sendUntil([sending], async () => (await rowOf(outletRef, 'F-2'))?.state === 'created');
    expect([placed(fake, 'F-1').length, placed(fake, 'F-2').length]).toEqual([0, 1]);
  });

  test('the sweep finds an order without an ID, and one that was reopened', async () => {
    const { outletRef, fake, sending } = setUp();
    await acceptOrder(db, outletRef, burger('F-1'));
    await acceptOrder(db, outletRef, burger('F-2'));
    await acceptOrder(db, outletRef, burger('F-3'));
    await sendUntil([sending], async () => (await rowOf(outletRef, 'F-3'))?.state === 'created');
    const [first, second] = ['F-1', 'F-2'].map((orderRef) => placed(fake, orderRef)[0]?.id ?? '');
    fake.orders.complete(second ?? '');
    await fake.idle();
    fake.orders.reopen(second ?? '');
    await db.query(
      `update platform_orders set state = 'waiting', order_id = null, first_sent_at = first_sent_at - interval '2 minutes'
       where outlet_ref = $1 and order_ref = 'F-1'`,
      [outletRef],
    );

    await sweepOrders(sending, outletRef, '2 hours');

    expect(await rowOf(outletRef, 'F-1')).toEqual({ state: 'created', order_id: first, status: 'open' });
    expect(await rowOf(outletRef, 'F-2')).toMatchObject({ order_id: second, status: 'open' });
  });

  test('the sweep names the orders that it cannot find, and an order of another platform is not yours', async () => {
    const { outletRef, fake, sending } = setUp();
    await acceptOrder(db, outletRef, burger('F-1'));
    const partnerInfo = { partnerChannel: 'eatly', orderId: 'F-1' };
    fake.orders.add({ createdBy: 'digital-ordering', partnerInfo });
    await db.query(
      "update platform_orders set first_sent_at = clock_timestamp() - interval '2 minutes' where outlet_ref = $1",
      [outletRef],
    );
    await expect(sweepOrders(sending, outletRef, '2 hours')).rejects.toThrow(
      `The sweep failed for F-1 of ${outletRef}.`,
    );
    expect(await rowOf(outletRef, 'F-1')).toMatchObject({ state: 'waiting', order_id: null });
  });
});

function burger(orderId: string, quantity = 2): OrderCreateParams {
  return {
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId },
    items: [{ menuItemId: 'item-burger', quantity, options: [{ optionId: 'option-cheese', quantity: 1 }] }],
  };
}
