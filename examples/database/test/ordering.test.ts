import { createOutletPool, type OrderCreateParams } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler, sharedSecret } from 'outlet-open-api/webhooks';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Database, openDatabase } from '../database.js';
import { acceptOrder, openOutbox } from '../ordering.js';
import { newFastDatabase } from './new-database.js';

const keyRef = 'bistro';
const secret = { query: 'secret', value: 'a-secret-of-this-test' };

let db: Database;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  db = await openDatabase(await newFastDatabase((clean) => cleanups.push(clean)));
});
afterAll(async () => {
  await db.close();
  for (const clean of cleanups) await clean();
});

/** A new outlet, and two processes that send orders to it. */
function setUp() {
  vi.spyOn(console, 'error').mockReturnValue();
  const fake = createFakeOutlet({
    rateLimit: false,
    webhookFetch: (url, init) => handle(new Request(url, init)),
  });
  const key = fake.key('digital-ordering');
  key.webhookUrl = `https://backend.example/?secret=${secret.value}`;
  const outlets = createOutletPool({
    load: () => ({ baseUrl: fake.baseUrl, accessToken: key.token, fetch: fake.fetch, maxRetries: 0 }),
  });
  const [outbox, other] = [openOutbox(db, outlets), openOutbox(db, outlets)];
  const handle = createWebhookHandler({
    verify: [sharedSecret(secret)],
    resolve: outlets.resolve(() => keyRef),
    consumers: [outbox],
  });
  for (const each of [outbox, other]) {
    const running = each.run();
    onTestFinished(async () => {
      await each.close();
      await running;
    });
  }
  const placed = (orderRef: string) =>
    fake.orders.all().filter(({ partnerInfo }) => partnerInfo?.orderId === orderRef);
  return { fake, outbox, placed };
}

async function statusOf(orderRef: string): Promise<unknown> {
  const { rows } = await db.query('select status from guest_orders where order_ref = $1', [orderRef]);
  return rows[0]?.status;
}

test('an order is sent once, and followed to its end', async () => {
  const { fake, outbox, placed } = setUp();
  const orders = [
    acceptOrder(db, outbox, keyRef, burger('F-1')),
    acceptOrder(db, outbox, keyRef, burger('F-1')),
  ];
  await Promise.all(orders);
  await expect.poll(() => statusOf('F-1')).toBe('open');
  fake.orders.complete(placed('F-1')[0]?.id ?? '');
  await expect.poll(() => statusOf('F-1')).toBe('complete');
  expect(placed('F-1')).toHaveLength(1);
});

test('an order whose response was lost is sent once, and one whose transaction rolled back never', async () => {
  const { fake, outbox, placed } = setUp();
  fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response' });
  await acceptOrder(db, outbox, keyRef, burger('F-2'));
  await expect(acceptOrder(db, outbox, keyRef, burger('F-2', 3))).rejects.toMatchObject({
    reason: 'conflict',
  });
  const failing = db.transaction(async (transaction) => {
    await outbox.addOrder(keyRef, burger('F-3'), { transaction });
    throw new Error('The payment failed');
  });
  await expect(failing).rejects.toThrow('The payment failed');
  await expect.poll(() => statusOf('F-2')).toBe('open');
  expect([placed('F-2').length, placed('F-3').length, await statusOf('F-3')]).toEqual([1, 0, undefined]);
});

function burger(orderId: string, quantity = 2): OrderCreateParams {
  return {
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId },
    items: [{ menuItemId: 'item-burger', quantity, options: [{ optionId: 'option-cheese', quantity: 1 }] }],
  };
}
