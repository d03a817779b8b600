import { OutletClient } from 'outlet-open-api';
import { createMemoryOutboxStore, createOutbox } from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rejection } from '../../../support/services/scripted-service.js';
import { hashAtOnce } from '../../../support/time/hash-at-once.js';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-07T18:00:00Z') });
  hashAtOnce();
});
afterEach(() => void vi.useRealTimers());

test('an order that was not sent because of an outage keeps waiting, and is sent after it', async () => {
  const fake = createFakeOutlet({ rateLimit: false });
  const outlet = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: fake.key('digital-ordering').token,
    fetch: fake.fetch,
    logLevel: 'off',
  });
  const outbox = createOutbox({
    store: createMemoryOutboxStore(),
    outlets: { get: () => outlet },
    onError: () => {},
  });
  await outlet.channels.list();
  fake.failNext({ fault: 'bad-gateway-html', times: Number.POSITIVE_INFINITY });
  const calls = Array.from({ length: 40 }, () => rejection(outlet.channels.list()));
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all(calls);
  expect(outlet.rateLimitState.outageSince).toBeInstanceOf(Date);
  // The next probe is not due yet.
  await rejection(outlet.channels.list());

  const ref = { keyRef: 'bistro', partner: 'foodie', reference: 'F-1' };
  await outbox.addOrder('bistro', {
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
    items: [{ menuItemId: 'item-burger', quantity: 1 }],
  });
  const failed = rejection(outbox.process(ref));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await failed).toMatchObject({ reason: 'outage', outcome: 'not-sent' });
  expect(await outbox.get(ref)).toHaveProperty('state', 'waiting');

  fake.faults[0]?.remove();
  await vi.advanceTimersByTimeAsync(5_000);
  const sent = outbox.process(ref);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await sent).toMatchObject({ state: 'created' });
  expect(fake.orders.all().filter(({ partnerInfo }) => partnerInfo?.orderId === 'F-1')).toHaveLength(1);
});

test.each([400, 413, 422])(
  'an order is sent again after the page of a proxy with the status %i',
  async (status) => {
    const fake = createFakeOutlet({ rateLimit: false });
    const page = () =>
      new Response('<html><center>nginx</center></html>', {
        status,
        headers: { 'content-type': 'text/html' },
      });
    const outlet = new OutletClient({
      baseUrl: fake.baseUrl,
      accessToken: fake.key('digital-ordering').token,
      fetch: vi.fn(fake.fetch).mockImplementationOnce(async () => page()),
      rateLimit: false,
      logLevel: 'off',
    });
    const store = createMemoryOutboxStore();
    const outbox = createOutbox({ store, outlets: { get: () => outlet }, onError: () => {} });
    const ref = { keyRef: 'bistro', partner: 'foodie', reference: 'P-1' };
    await outbox.addOrder('bistro', {
      channelId: 'channel-foodie',
      partnerInfo: { partnerChannel: 'foodie', orderId: 'P-1' },
      items: [{ menuItemId: 'item-burger', quantity: 1 }],
    });
    expect(await rejection(outbox.process(ref))).toMatchObject({ status, isForeign: true });
    expect(await outbox.get(ref)).toMatchObject({ state: 'waiting', failures: 1 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await outbox.process(ref)).toMatchObject({ state: 'created' });
  },
);
