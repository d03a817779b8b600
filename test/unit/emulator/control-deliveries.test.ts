import { expect, test } from 'vitest';
import type { FakeOutletOptions } from '../../../src/fake/fake-outlet.js';
import { gate } from '../../support/time/gate.js';
import { openControlApi } from './control-api.js';

const url = 'http://127.0.0.1:3000/webhooks';

/** A key receives `channels.published` at `url`. Each response is the next one, and a `thanks` after the last one. */
function openWithReceiver(
  responses: (Response | Error | Promise<Response>)[] = [],
  options: FakeOutletOptions = {},
) {
  const api = openControlApi({
    now: () => Date.parse('2026-01-01T12:00:00Z'),
    webhookFetch: async () => {
      const response = responses.shift() ?? new Response('thanks');
      if (response instanceof Error) throw response;
      return response;
    },
    ...options,
  });
  api.fake.key('reservations').webhookUrl = url;
  const list = (query = '') => api.call('GET /deliveries', { query });
  return { ...api, list };
}

const failed = () => new Response('boom', { status: 500 });

function refused(): Error {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  return new TypeError('fetch failed', { cause });
}

test('a delivery is listed from its start, and shows its attempts', async () => {
  const response = gate<Response>();
  const { call, fake, list } = openWithReceiver([response.promise, refused()]);
  fake.channels.publish();
  expect(await list()).toEqual([
    {
      number: 1,
      keyId: expect.stringMatching(/^key-/),
      keyLabel: 'Reservations',
      event: 'channels.published',
      at: '2026-01-01T12:00:00.000Z',
      state: 'sending',
      outcome: '',
      response: '',
    },
  ]);

  response.open(failed());
  await fake.idle({ skipRetries: true });
  const nextAttemptAt = '2026-01-01T12:00:01.000Z';
  expect(await list()).toMatchObject([
    { state: 'retrying', outcome: '500', response: 'boom', nextAttemptAt },
  ]);

  fake.clock.advance(1_000);
  await fake.idle({ skipRetries: true });
  const reason = 'Nothing listens on 127.0.0.1:3000. Start the server, or check the port.';
  expect(await list()).toMatchObject([
    { state: 'retrying', outcome: '500, then no response', response: reason },
  ]);

  fake.clock.advance(2_000);
  await fake.idle();
  const [delivery] = await list();
  expect(delivery).toMatchObject({ state: 'delivered', outcome: '3 attempts, no response, then 200' });
  const ended = { duration: expect.any(Number) };
  expect(await call('GET /deliveries/{id}', { id: '1' })).toEqual({
    ...delivery,
    requestHeaders: { 'content-type': 'application/json' },
    payload: expect.objectContaining({ event: 'channels.published' }),
    curl: expect.stringContaining(`curl -X POST '${url}'`),
    attempts: [
      {
        at: '2026-01-01T12:00:00.000Z',
        url,
        ended: { ...ended, status: 500, responseBody: 'boom' },
      },
      {
        at: '2026-01-01T12:00:01.000Z',
        url,
        ended: { ...ended, status: null, responseBody: '', problem: reason },
      },
      {
        at: '2026-01-01T12:00:03.000Z',
        url,
        ended: { ...ended, status: 200, responseBody: 'thanks' },
      },
    ],
  });
});

test('deliveries are sorted by their start, newest first', async () => {
  const first = gate<Response>();
  const { fake, list } = openWithReceiver([first.promise]);
  fake.channels.publish();
  fake.channels.publish();
  await fake.waitFor(() => fake.deliveries.length === 1);
  expect(await list()).toMatchObject([
    { number: 2, state: 'delivered' },
    { number: 1, state: 'sending' },
  ]);
  expect(await list('?limit=1')).toMatchObject([{ number: 2 }]);
  first.open(new Response());
  await fake.idle();
  expect(await list()).toMatchObject([{ number: 2 }, { number: 1 }]);
});

test('a delivery that waits for its random delay is listed', async () => {
  const { call, fake, list } = openWithReceiver([], { webhookDelay: 1_000 });
  fake.channels.publish();
  expect(await list()).toMatchObject([
    { state: 'waiting', outcome: '', nextAttemptAt: expect.stringContaining('2026-01-01T12:00:00.') },
  ]);
  expect((await call('GET /overview')).deliveries).toMatchObject({ retrying: 0 });
  fake.clock.advance(1_000);
  await fake.idle();
  expect(await list()).toMatchObject([{ state: 'delivered', outcome: '200' }]);
});

test('an event for a key without a webhook URL is no delivery', async () => {
  const { fake, list } = openWithReceiver();
  fake.menus.publish();
  await fake.idle();
  expect(await list()).toEqual([]);
});

test('only failed deliveries are listed, also while they are sent again', async () => {
  const third = gate<Response>();
  const { call, fake, list } = openWithReceiver([failed(), failed(), third.promise], { webhookRetries: 2 });
  fake.channels.publish();
  const states = async () =>
    (await list('?lastAttemptFailed=true')).map(({ state, outcome }) => `${state}: ${outcome}`);
  expect(await states()).toEqual([]);
  await fake.idle({ skipRetries: true });
  expect(await states()).toEqual(['retrying: 500']);
  expect((await call('GET /overview')).deliveries).toEqual({ total: 1, failed: 0, retrying: 1 });
  fake.clock.advance(1_000);
  await fake.idle({ skipRetries: true });
  fake.clock.advance(2_000);
  expect(await states()).toEqual(['sending: 500 twice']);
  third.open(failed());
  await fake.idle();
  expect(await states()).toEqual(['failed: 500 three times']);
  fake.clock.advance(3_600_000);
  expect((await call('GET /overview')).deliveries).toEqual({ total: 0, failed: 1, retrying: 0 });
});

test('a receiver that does not respond in time is named as the reason', async () => {
  const { fake, list } = openWithReceiver([new Promise(() => {})], { webhookTimeout: 5, webhookRetries: 0 });
  fake.channels.publish();
  await fake.idle();
  const [delivery] = await list();
  expect(delivery).toMatchObject({ state: 'failed', outcome: 'No response' });
  expect(delivery?.response).toMatch(/^The receiver did not respond within \d+ m?s\. Respond with 200 first/);
});

test('waiting until all is delivered does not end when a retry starts', async () => {
  const second = gate<Response>();
  const { call, fake, list } = openWithReceiver([failed(), second.promise]);
  fake.channels.publish();
  await fake.idle({ skipRetries: true });
  const afterwards = call('GET /wait-for/idle').then(() => list());
  expect(await list()).toMatchObject([{ state: 'retrying' }]);
  fake.clock.advance(1_000);
  expect(await list()).toMatchObject([{ state: 'sending' }]);
  second.open(new Response());
  expect(await afterwards).toMatchObject([{ state: 'delivered' }]);
});

test('a redelivery adds an attempt with the same payload', async () => {
  const { call, fail, fake, list } = openWithReceiver();
  fake.channels.publish();
  await fake.idle();
  await call('POST /deliveries/{id}/redeliver', { id: '1' });
  await fake.idle();
  expect(await list()).toMatchObject([{ number: 1, state: 'delivered', outcome: '200 twice' }]);
  const [first, second] = fake.deliveries;
  expect(second?.payload).toEqual(first?.payload);
  expect(await fail('POST', '/deliveries/9/redeliver')).toMatch(/^404 /);
});

test('all failed events are redelivered, but for those of a revoked key', async () => {
  const { call, fake, list } = openWithReceiver([failed(), failed()], { webhookRetries: 0 });
  fake.key('order-data').webhookUrl = url;
  fake.orders.complete(fake.orders.add().id);
  fake.channels.publish();
  await fake.idle();
  fake.keys.revoke(fake.key('order-data'));
  await call('POST /deliveries/redeliver-failed');
  await fake.idle();
  expect((await list()).map(({ keyLabel, state }) => [keyLabel, state]).sort()).toEqual([
    ['Order Data', 'failed'],
    ['Reservations', 'delivered'],
  ]);
});

test('deliveries are found by key, event and order', async () => {
  const { call, fake, list } = openWithReceiver();
  fake.key('order-data').webhookUrl = url;
  const { id } = fake.orders.add({ partnerInfo: { orderId: 'F-77' } });
  fake.orders.complete(id);
  fake.sendEvent({ event: 'order.cancelled', key: 'order-data', id: 'o-none' });
  fake.channels.publish();
  await fake.idle();
  const bookings = (await call('GET /keys')).find(({ label }) => label === 'Reservations');
  const found = async (query: string) =>
    (await list(query)).map(({ event, orderTitle }) => [event, orderTitle]);
  expect(await found(`?key=${bookings?.id}`)).toEqual([['channels.published', undefined]]);
  expect(await found('?key=reservations')).toEqual([['channels.published', undefined]]);
  expect(await found('?search=CANCELLED')).toEqual([['order.cancelled', undefined]]);
  expect(await found('?search=o-none')).toEqual([['order.cancelled', undefined]]);
  expect(await found(`?search=${id}`)).toEqual([['order.complete', 'F-77']]);
  expect(await found('?search=f-77')).toEqual([['order.complete', 'F-77']]);
  expect((await call('GET /orders/{id}', { id })).deliveries).toMatchObject([{ event: 'order.complete' }]);
});

test('numbers ascend through a reset', async () => {
  const { call, fake, list } = openWithReceiver();
  fake.channels.publish();
  await fake.idle();
  expect(await list()).toMatchObject([{ number: 1 }]);
  await call('POST /reset', { body: {} });
  expect(await list()).toEqual([]);
  fake.key('reservations').webhookUrl = url;
  fake.channels.publish();
  await fake.idle();
  expect(await list()).toMatchObject([{ number: 2 }]);
});
