import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler, sharedSecret } from 'outlet-open-api/webhooks';
import { expect, test } from 'vitest';

test('follows an order until it is complete', async () => {
  const events: string[] = [];
  const handle = createWebhookHandler({
    verify: [sharedSecret({ query: 'secret', value: 'a-long-random-secret' })],
    onAny: (event) => {
      events.push(`${event.id} ${event.event}`);
    },
  });
  const fake = createFakeOutlet({ webhookFetch: (url, init) => handle(new Request(url, init)) });
  const key = fake.key('digital-ordering');
  key.webhookUrl = 'https://backend.example/webhooks?secret=a-long-random-secret';
  const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken: key.token, fetch: fake.fetch });

  const order = await outlet.orders.create({
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
    items: [{ menuItemId: 'item-burger', quantity: 2 }],
  });
  fake.orders.complete(order.id); // what the staff would do
  await fake.idle();

  expect(events).toContain(`${order.id} order.complete`);
});
