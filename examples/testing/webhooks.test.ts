import { OutletClient } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler, sharedSecret } from 'outlet-open-api/webhooks';
import { expect, test } from 'vitest';

test('stores each order that completes', async () => {
  const secret = 'a-secret-of-this-test';
  const stored = new Set<string>(); // events repeat
  const fake = createFakeOutlet({ webhookFetch: (url, init) => handle(new Request(url, init)) });
  const key = fake.key('order-data');
  const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken: key.token, fetch: fake.fetch });
  const feed = createOrderFeed({ outlet, onOrder: ({ id }) => stored.add(id) });
  const handle = createWebhookHandler({
    verify: [sharedSecret({ query: 'secret', value: secret })],
    consumers: [feed],
  });
  key.webhookUrl = `https://backend.example/webhooks?secret=${secret}`;

  const { id } = fake.orders.add({ createdBy: 'digital-ordering' });
  fake.orders.complete(id);
  await fake.waitFor(() => stored.size > 0);

  expect([...stored]).toEqual([id]);
  await fake.idle();
  expect(fake.deliveries[0]).toMatchObject({ event: 'order.complete', attempt: 1, status: 200 });
});
