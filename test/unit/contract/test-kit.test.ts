import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';

test('the fake replaces fetch §auth.4', async () => {
  const fake = createFakeOutlet({ seed: 7, webhookFetch: async () => new Response() });
  const accessToken = fake.key('order-data').token;
  const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch });
  fake.key('order-data').webhookUrl = 'https://partner.example/hooks';

  const { id } = fake.orders.add();
  fake.orders.complete(id);
  fake.orders.reopen(id);
  fake.orders.complete(id);
  fake.menus.publish();
  await fake.idle();
  expect(fake.deliveries.map(({ event, status, attempt }) => [event, status, attempt])).toEqual([
    ['order.complete', 200, 1],
    ['order.complete', 200, 1],
  ]);
  expect((await outlet.orders.get(id)).status).toBe('complete');

  fake.republish([id]);
  await fake.idle();
  expect(fake.deliveries).toHaveLength(3);
  fake.keys.revoke('order-data');
  await expect(outlet.orders.get(id)).rejects.toMatchObject({ status: 401 });
});
