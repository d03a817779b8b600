import { NotFoundError, OutletClient } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler, parseWebhookEvent } from 'outlet-open-api/webhooks';
import { beforeEach, expect, test, vi } from 'vitest';
import { hostileMode } from '../../support/services/hostile-mode.js';
import { finished } from '../../support/services/scripted-service.js';
import { hashAtOnce } from '../../support/time/hash-at-once.js';

beforeEach(() => {
  vi.useFakeTimers();
  hashAtOnce();
});

test('an order that the API does not return is not found', async () => {
  const fake = createFakeOutlet(hostileMode);
  const { id } = fake.orders.add({ partnerAggregated: true });
  const onError = vi.fn();
  const outlet = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: fake.key('order-data').token,
    fetch: fake.fetch,
  });
  const feed = createOrderFeed({ outlet, onOrder: () => expect.unreachable(), onError });
  const event = parseWebhookEvent({ event: 'order.cancelled', id, updatedAt: new Date().toISOString() });
  expect(await finished(feed.receive(event, {}))).toBe('not-found');
  expect(onError).toHaveBeenLastCalledWith(expect.any(NotFoundError), {
    keyRef: '',
    orderId: id,
    attempt: 3,
    isFinal: true,
  });
});

test('a webhook handler acknowledges the first delivery of such an order', async () => {
  const fake = createFakeOutlet({
    ...hostileMode,
    webhookDuplicates: 0,
    webhooksForUnownedOrders: true,
    webhookFetch: (url, init) => handle(new Request(url, init)),
  });
  const outlet = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: fake.key('order-data').token,
    fetch: fake.fetch,
  });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const feed = createOrderFeed({ outlet, onOrder: () => expect.unreachable() });
  const onError = vi.fn();
  const handle = createWebhookHandler({ verify: 'none', onError, consumers: [feed] });
  const { id } = fake.orders.add({ partnerAggregated: true });
  fake.key('order-data').webhookUrl = 'https://receiver.example/hooks';
  fake.orders.complete(id);
  await finished(fake.idle());
  expect(fake.deliveries.map(({ status }) => status)).toEqual([200]);
  expect(onError).not.toHaveBeenCalled();
  expect(warn).toHaveBeenCalledWith(
    expect.stringContaining('webhook URL of another outlet'),
    expect.anything(),
  );
});
