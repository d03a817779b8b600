import { expect, test } from 'vitest';
import type { DeliverySummary } from '../../../src/emulator/contract/deliveries.js';
import type { OutletSummary } from '../../../src/emulator/contract/emulator.js';
import type { RequestSummary } from '../../../src/emulator/contract/requests.js';
import { openEmulator, openReceiver } from './running.js';

/** Sends a request to the control API as a program in any language does. */
async function send<T>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text === '' ? 'null' : text);
}

/** Sends a request to the API with the key of a use case. */
function api({ baseUrl, keys }: OutletSummary, path: string, init: RequestInit = {}): Promise<Response> {
  const token = keys.find(({ useCase }) => useCase === 'digital-ordering')?.token;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers };
  return fetch(`${baseUrl}/api/v1${path}`, { ...init, headers });
}

const order = JSON.stringify({
  channelId: 'channel-foodie',
  items: [{ menuItemId: 'item-burger', quantity: 1 }],
});

test('two outlets have orders, requests, webhooks and faults of their own', async () => {
  const { url } = await openEmulator({ empty: false });
  const received: string[] = [];
  const receiver = await openReceiver(({ event }, response) => {
    received.push(event);
    response.end();
  });
  const outlets = `${url}/control/v1/outlets`;
  const webhookUrls = { 'digital-ordering': receiver };
  const one = await send<OutletSummary>('POST', outlets, { outletId: 'one', webhookUrls });
  const other = await send<OutletSummary>('POST', outlets);
  expect(one).toMatchObject({
    outletId: 'one',
    baseUrl: url,
    controlUrl: `${outlets}/one`,
    dashboardUrl: `${url}/dashboard/?outlet=one`,
  });
  expect(other.outletId).not.toBe('one');
  expect([one.name, other.name]).toEqual(['Corner Bistro 2', 'Corner Bistro 3']);

  await send('POST', `${one.controlUrl}/faults`, { fault: 'server-error', times: null });
  expect((await api(one, '/channels')).status).toBe(500);
  expect((await api(other, '/channels')).status).toBe(200);
  expect(await send('GET', `${other.controlUrl}/faults`)).toEqual([]);
  await send('DELETE', `${one.controlUrl}/faults`);

  const { id } = await (await api(one, '/orders', { method: 'POST', body: order })).json();
  expect(await send('POST', `${one.controlUrl}/orders/${id}/complete`)).toMatchObject({ status: 'complete' });
  await expect(send('GET', `${other.controlUrl}/orders/${id}`)).rejects.toThrow('404');

  const delivery = await send<DeliverySummary>(
    'GET',
    `${one.controlUrl}/wait-for/delivery?event=order.complete`,
  );
  expect(delivery).toMatchObject({ orderId: id, state: 'delivered', keyLabel: 'Digital Ordering' });
  expect(received).toEqual(['order.complete']);
  expect(await send('GET', `${other.controlUrl}/deliveries`)).toEqual([]);
  const requests = await send<RequestSummary[]>('GET', `${other.controlUrl}/requests`);
  expect(requests.map(({ path, outletId }) => [path, outletId])).toEqual([['/channels', other.outletId]]);

  await send('DELETE', `${one.controlUrl}/requests`);
  expect(await send('GET', `${one.controlUrl}/requests`)).toEqual([]);
  expect(await send('GET', `${other.controlUrl}/requests`)).toEqual(requests);
});

test('an outlet can be removed, and its keys with it', async () => {
  const { url } = await openEmulator({ empty: false });
  const outlets = `${url}/control/v1/outlets`;
  const added = await send<OutletSummary>('POST', outlets, { empty: true });
  await expect(send('POST', outlets, { outletId: added.outletId })).rejects.toThrow('409');
  await expect(send('POST', outlets, { outletId: 'default' })).rejects.toThrow('400');
  expect((await api(added, '/channels')).status).toBe(200);

  await send('DELETE', `${outlets}/${added.outletId}`);
  expect((await api(added, '/channels')).status).toBe(401);
  expect(await send('GET', `${outlets}/default/overview`)).toMatchObject({
    requests: { total: 1, failed: 1 },
  });
  await expect(send('GET', `${added.controlUrl}/overview`)).rejects.toThrow('404');

  const [first] = await send<OutletSummary[]>('GET', outlets);
  for (const id of [first?.outletId, 'default']) {
    await expect(send('DELETE', `${outlets}/${id}`)).rejects.toThrow('The first outlet cannot be removed.');
  }
});

test('an outlet with the ID of a removed one has none of its requests and webhooks', async () => {
  const { url } = await openEmulator();
  const outlets = `${url}/control/v1/outlets`;
  const receiver = await openReceiver((_payload, response) => response.end());
  const form = { outletId: 'test-1', webhookUrls: { 'digital-ordering': receiver } };
  const before = await send<OutletSummary>('POST', outlets, form);
  const { id } = await (await api(before, '/orders', { method: 'POST', body: order })).json();
  await send('POST', `${before.controlUrl}/orders/${id}/complete`);
  await send('GET', `${before.controlUrl}/wait-for/idle`);
  await send('DELETE', before.controlUrl);

  const { controlUrl } = await send<OutletSummary>('POST', outlets, form);
  expect(await send('GET', `${controlUrl}/requests`)).toEqual([]);
  expect(await send('GET', `${controlUrl}/deliveries`)).toEqual([]);
});

test('an outlet that is removed ends the waits for it', async () => {
  const { url } = await openEmulator();
  const added = await send<OutletSummary>('POST', `${url}/control/v1/outlets`, { empty: true });
  const waits = ['request', 'delivery'].map((what) =>
    send('GET', `${added.controlUrl}/wait-for/${what}?timeout=60000`).catch(String),
  );
  // The emulator has both requests when it responds to this one.
  await send('GET', `${added.controlUrl}/overview`);
  await send('DELETE', `${url}/control/v1/outlets/${added.outletId}`);
  for (const ended of await Promise.all(waits)) expect(ended).toMatch(/404 .*(was removed|No outlet)/);
});

test.each(['a b', '..', '東京', 'default', ''])('an outlet cannot have the ID %j', async (outletId) => {
  const { url } = await openEmulator();
  await expect(send('POST', `${url}/control/v1/outlets`, { outletId })).rejects.toThrow('400');
});

test('a reset can restore the default keys', async () => {
  const { url, fake } = await openEmulator();
  const { token } = fake.key('order-data');
  fake.keys.remove('order-data');
  fake.key('reservations').webhookUrl = 'http://127.0.0.1:1/';
  await send('POST', `${url}/control/v1/reset`);
  expect(fake.keys.all()).toHaveLength(3);
  await send('POST', `${url}/control/v1/reset`, { keepKeys: false });
  expect(fake.key('order-data').token).toBe(token);
  expect(fake.key('reservations').webhookUrl).toBeUndefined();
});

test('a reset removes the outlets that were added', async () => {
  const { url } = await openEmulator({ empty: false });
  await send('POST', `${url}/control/v1/outlets`);
  await send('POST', `${url}/control/v1/reset`);
  expect(await send('GET', `${url}/control/v1/outlets`)).toHaveLength(1);
});

test('waiting for a request or a delivery ends when one matches, or says what happened instead', async () => {
  const { url } = await openEmulator();
  const [outlet] = await send<OutletSummary[]>('GET', `${url}/control/v1/outlets`);
  if (!outlet) throw new Error('The emulator has no outlet.');
  const { controlUrl } = outlet;

  const waiting = send<RequestSummary>('GET', `${controlUrl}/wait-for/request?method=POST&path=/orders`);
  await api(outlet, '/channels');
  await api(outlet, '/orders', { method: 'POST', body: '{}' });
  const request = await waiting;
  expect(request).toMatchObject({ method: 'POST', path: '/orders', status: 400 });

  const next = `${controlUrl}/wait-for/request?path=/orders&after=${request.number}&timeout=20`;
  await expect(send('GET', next)).rejects.toThrow(/409 .*No request matched.*POST \/orders \(400: /s);
  const event = `${controlUrl}/wait-for/delivery?event=order.complete&timeout=20`;
  await expect(send('GET', event)).rejects.toThrow(/409 .*has sent no webhook.*time limit was 20 ms/s);
  expect(await send('GET', `${controlUrl}/wait-for/idle`)).toBeNull();

  for (const misspelled of [
    'request?key=order-dat',
    'delivery?key=order-dat',
    'delivery?event=order.completed',
  ]) {
    const path = `/wait-for/${misspelled}&timeout=60000`;
    await expect(send('GET', controlUrl + path)).rejects.toThrow(
      /has no API key order-dat|event: Invalid option/,
    );
  }
});
