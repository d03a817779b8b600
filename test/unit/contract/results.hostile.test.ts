import { expect, test } from 'vitest';
import { restaurant } from './restaurant.js';

const { open, client } = restaurant();
const order = {
  channelId: 'partner-foodie',
  partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
  items: [{ menuItemId: 'item-burger', quantity: 1 }],
};

async function partnerOrder(outlet: ReturnType<typeof client>) {
  const channel = (await outlet.channels.list()).find(({ type }) => type === 'partner');
  return { ...order, channelId: channel?.id ?? '' };
}

test('withResponse returns data, response and meta', async () => {
  const fake = open();
  const outlet = client(fake, 'digital-ordering');
  const body = await partnerOrder(outlet);
  const call = outlet.orders.create(body);
  const { data, response, meta } = await call.withResponse();

  expect(data.status).toBe('open');
  expect(response.status).toBe(201);
  expect(meta).toMatchObject({ idempotencyKey: call.idempotencyKey, idempotentReplay: false, attempts: 1 });
  expect(meta.rateLimit).toMatchObject({ limit: 5, reset: expect.any(Date) });

  const again = await outlet.orders.create(body, { idempotencyKey: meta.idempotencyKey }).withResponse();
  expect(again.meta.idempotentReplay).toBe(true);
  expect(again.data.id).toBe(data.id);
});

test('an order whose response is lost is created once, with one key', async () => {
  const fake = open();
  const outlet = client(fake, 'digital-ordering');
  const body = await partnerOrder(outlet);
  const before = fake.orders.all().length;
  fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response' });
  const { meta } = await outlet.orders.create(body).withResponse();

  expect(meta).toMatchObject({ attempts: 2, idempotentReplay: true });
  expect(fake.orders.all()).toHaveLength(before + 1);
});
