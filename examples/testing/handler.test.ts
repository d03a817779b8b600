import {
  createTestEvent,
  createTestRequest,
  createWebhookHandler,
  sharedSecret,
} from 'outlet-open-api/webhooks';
import { expect, test } from 'vitest';

const secret = { query: 'secret', value: 'a-secret-of-this-test' };

test.each([
  [secret, 200],
  [{ ...secret, value: 'another-long-random-secret' }, 401],
])('responds to a delivery with %o with %i', async (sent, status) => {
  const cancelled: string[] = [];
  const handle = createWebhookHandler({
    verify: [sharedSecret(secret)],
    on: { 'order.cancelled': ({ id }) => cancelled.push(id) },
    onError: () => {},
  });
  const event = createTestEvent('order.cancelled', { id: 'o-1' });
  const { request, info } = createTestRequest(event, { secret: sent });

  const response = await handle(request, info);

  expect(response.status).toBe(status);
  expect(cancelled).toEqual(status === 200 ? ['o-1'] : []);
});
