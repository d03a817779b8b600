import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';

test('a webhook that failed is delivered again', async () => {
  const statuses = [503, 200];
  const fake = createFakeOutlet({
    webhookFetch: async () => new Response(null, { status: statuses.shift() ?? 200 }),
  });
  fake.key('order-data').webhookUrl = 'https://backend.example/webhooks';

  fake.orders.complete(fake.orders.add().id);
  await fake.idle({ skipRetries: true });
  fake.clock.advance(60_000);
  await fake.idle();

  expect(fake.deliveries).toMatchObject([
    { attempt: 1, status: 503 },
    { attempt: 2, status: 200 },
  ]);
});
