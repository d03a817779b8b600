import { expect, test } from 'vitest';
import { openControlApi } from './control-api.js';

const url = 'http://127.0.0.1:3000/webhooks';

/** The receiver fails for as long as `isDown` is true. */
function openWithReceiver() {
  const receiver = { isDown: true };
  const api = openControlApi({
    now: () => Date.parse('2026-01-01T12:00:00Z'),
    webhookFetch: async () => {
      if (!receiver.isDown) return new Response('thanks');
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    },
  });
  api.fake.key('reservations').webhookUrl = url;
  return { ...api, receiver };
}

test('each attempt is listed with its outcome and its next retry, newest first', async () => {
  const { call, fake, receiver } = openWithReceiver();
  fake.channels.publish();
  await fake.idle({ skipRetries: true });
  receiver.isDown = false;
  fake.clock.advance(1_000);
  await fake.idle();
  const [key] = (await call('GET /keys')).filter(({ webhookUrl }) => webhookUrl === url);
  expect(await call('GET /deliveries')).toMatchObject([
    { number: 2, attempt: 2, at: '2026-01-01T12:00:01.000Z', status: 200, responseBody: 'thanks' },
    {
      number: 1,
      keyId: key?.id,
      keyLabel: 'Bookings',
      event: 'channels.published',
      url,
      payload: expect.stringContaining('"event":"channels.published"'),
      attempt: 1,
      at: '2026-01-01T12:00:00.000Z',
      status: null,
      error: 'fetch failed: connect ECONNREFUSED',
      retryAt: '2026-01-01T12:00:01.000Z',
    },
  ]);
  expect(await call('GET /deliveries', { query: '?failed=true' })).toHaveLength(1);
  expect(await call('GET /deliveries', { query: '?limit=1' })).toMatchObject([{ number: 2 }]);
});

test('a redelivery sends the same payload again', async () => {
  const { call, fail, fake, receiver } = openWithReceiver();
  receiver.isDown = false;
  fake.channels.publish();
  await fake.idle();
  await call('POST /deliveries/:id/redeliver', { id: '1' });
  await fake.idle();
  const [second, first] = await call('GET /deliveries');
  expect(second).toMatchObject({ number: 2, attempt: 1, payload: first?.payload });
  expect(await fail('POST', '/deliveries/9/redeliver')).toMatch(/^404 /);
});

test('deliveries are found by key, event and order', async () => {
  const { call, fake, receiver } = openWithReceiver();
  receiver.isDown = false;
  fake.key('order-data').webhookUrl = url;
  const { id } = fake.orders.add({ partnerInfo: { orderId: 'F-77' } });
  fake.orders.complete(id);
  fake.sendEvent({ event: 'order.cancelled', key: 'order-data', id: 'o-none' });
  fake.channels.publish();
  await fake.idle();
  const bookings = (await call('GET /keys')).find(({ label }) => label === 'Bookings');
  const found = async (query: string) =>
    (await call('GET /deliveries', { query })).map(({ event, orderTitle }) => [event, orderTitle]);
  expect(await found(`?keyId=${bookings?.id}`)).toEqual([['channels.published', undefined]]);
  expect(await found('?search=CANCELLED')).toEqual([['order.cancelled', undefined]]);
  expect(await found('?search=o-none')).toEqual([['order.cancelled', undefined]]);
  expect(await found(`?search=${id}`)).toEqual([['order.complete', 'F-77']]);
  expect(await found('?search=f-77')).toEqual([['order.complete', 'F-77']]);
  const [delivery] = await call('GET /deliveries');
  expect(await call('GET /deliveries/:id', { id: String(delivery?.number) })).toEqual(delivery);
});

test('numbers ascend through a reset', async () => {
  const { call, fake, receiver } = openWithReceiver();
  receiver.isDown = false;
  fake.channels.publish();
  await fake.idle();
  expect(await call('GET /deliveries')).toMatchObject([{ number: 1 }]);
  await call('POST /reset', { body: {} });
  expect(await call('GET /deliveries')).toEqual([]);
  fake.channels.publish();
  await fake.idle();
  expect(await call('GET /deliveries')).toMatchObject([{ number: 2 }]);
});
