import { NotFoundError, OutletClient } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { parseWebhookEvent } from 'outlet-open-api/webhooks';
import { beforeEach, expect, test, vi } from 'vitest';
import { hostileMode } from '../hostile-mode.js';
import { finished } from '../scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

test('an order that the API does not return is not found', async () => {
  const fake = createFakeOutlet(hostileMode);
  const { id } = fake.orders.add({ partnerAggregated: true });
  const onError = vi.fn();
  const outlet = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: fake.key('order-data').token,
    fetch: fake.fetch,
  });
  const feed = createOrderFeed(outlet, { onOrder: () => expect.unreachable(), onError });
  const event = parseWebhookEvent({ event: 'order.cancelled', id, updatedAt: new Date().toISOString() });
  expect(await finished(feed.notify(event))).toBe('not-found');
  expect(onError).toHaveBeenLastCalledWith(expect.any(NotFoundError), {
    orderId: id,
    attempt: 4,
    final: true,
  });
});
