import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emulatorRoutes, outletRoutes, type RouteName } from '../../../src/emulator/contract/index.js';
import { newFolder } from '../../support/new-folder.js';
import { openControlApi } from './control-api.js';
import { control, openEmulator } from './running.js';

const webhookUrl = 'http://127.0.0.1:3000/webhooks';
const newKey = { useCase: 'order-data', label: '<script>alert(1)</script>', webhookUrl };

const reads = Object.keys({ ...emulatorRoutes, ...outletRoutes }).filter(
  (name): name is RouteName => name.startsWith('GET ') && !name.includes('/wait-for/'),
);

describe('API keys', () => {
  test('list the events that each key receives', async () => {
    const { call } = openControlApi({ outletUpdatedReceivers: ['reservations'] });
    const keys = await call('GET /keys');
    expect(keys.map(({ label, events }) => [label, events.length])).toEqual([
      ['Digital Ordering', 4],
      ['Reservations', 6],
      ['Order Data', 2],
      ['Inventory Management', 3],
    ]);
    expect(keys.filter(({ events }) => events.includes('outlet.updated'))).toHaveLength(1);
    expect(keys[0]).toMatchObject({ useCase: 'digital-ordering', webhookUrl: '', revoked: false });
  });

  test('show the tokens of the default keys, also after a restart', async () => {
    const state = join(await newFolder(), 'state.json');
    const first = await openEmulator({ state, empty: false });
    first.fake.keys.create({ useCase: 'order-data' });
    first.fake.keys.revoke('reservations');
    const tokens = first.fake.keys.all().map(({ token }) => token);
    await first.close();

    const shown = (await control(await openEmulator({ state, empty: false }), 'GET /keys')).map(
      ({ token }) => token,
    );
    expect(shown).toEqual([...tokens.slice(0, 4), undefined]);
  });

  test('show the token of a new key only after creation', async () => {
    const { call, fake } = openControlApi();
    const { key, token } = await call('POST /keys', { body: newKey });
    expect(key).toMatchObject({ ...newKey, revoked: false });
    expect(fake.keys.all().at(-1)?.token).toBe(token);
    expect(JSON.stringify(await call('GET /keys'))).not.toContain(token);
  });

  test('show the token of a new key in no other response', async () => {
    const emulator = await openEmulator();
    const { token } = emulator.fake.keys.create({ useCase: 'digital-ordering' });
    await fetch(`${emulator.url}/api/v1/channels`, { headers: { authorization: `Bearer ${token}` } });
    for (const route of reads)
      expect(JSON.stringify(await control(emulator, route, { id: '1' })), route).not.toContain(token);
  });

  test('get a new webhook URL, or none', async () => {
    const { call, fake } = openControlApi();
    const id = await firstId(call);
    await call('PATCH /keys/{id}', { id, body: { webhookUrl: ` ${webhookUrl} ` } });
    expect(fake.key('digital-ordering').webhookUrl).toBe(webhookUrl);
    await call('PATCH /keys/{id}', { id, body: { webhookUrl: '' } });
    expect(fake.key('digital-ordering').webhookUrl).toBeUndefined();
  });

  test('can be revoked, restored and deleted', async () => {
    const { call, fail, fake } = openControlApi();
    const id = await firstId(call);
    const { token } = fake.key('digital-ordering');
    const statusNow = async () =>
      (await fake.fetch(`${fake.baseUrl}/api/v1/channels`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    await call('POST /keys/{id}/revoke', { id });
    expect(await statusNow()).toBe(401);
    await call('POST /keys/{id}/restore', { id });
    expect(await statusNow()).toBe(200);
    await call('DELETE /keys/{id}', { id });
    expect(await statusNow()).toBe(401);
    expect(await fail('DELETE', `/keys/${id}`)).toMatch(/^404 /);
  });

  test.each([
    [{ ...newKey, label: ' ' }, '400 The label is empty. Enter one.'],
    [{ ...newKey, useCase: 'delivery' }, '400 useCase: Invalid option'],
    [{ ...newKey, webhookUrl: 'ftp://127.0.0.1' }, 'must be empty, or start with http:// or https://'],
    [{ ...newKey, webhookUrl: 'http://' }, 'must be empty, or start with http:// or https://'],
  ])('reject %j', async (body, message) => {
    const { fail, fake } = openControlApi();
    const response = await fail('POST', '/keys', body);
    expect(response).toMatch(/^400 /);
    expect(response).toContain(message);
    expect(fake.keys.all()).toHaveLength(4);
  });
});

describe('a test event', () => {
  test('goes to one key only', async () => {
    const { call, fake, sent } = openControlApi();
    for (const key of fake.keys.all()) key.webhookUrl = webhookUrl;
    const id = await firstId(call);
    await call('POST /keys/{id}/test-event', { id, body: { event: 'order.complete', orderId: 'o-1' } });
    await fake.idle();
    expect(sent.map((payload) => JSON.parse(payload))).toEqual([
      { event: 'order.complete', id: 'o-1', updatedAt: expect.any(String) },
    ]);
  });

  test('has no ID without an order', async () => {
    const { call, fake, sent } = openControlApi();
    const id = await firstId(call);
    await call('PATCH /keys/{id}', { id, body: { webhookUrl } });
    await call('POST /keys/{id}/test-event', { id, body: { event: 'outlet.updated', orderId: '' } });
    await fake.idle();
    expect(JSON.parse(sent[0] ?? '')).not.toHaveProperty('id');
  });

  test('needs a webhook URL', async () => {
    const { call, fail } = openControlApi();
    const body = { event: 'outlet.updated', orderId: '' };
    expect(await fail('POST', `/keys/${await firstId(call)}/test-event`, body)).toMatch(
      /^409 .*receives no webhooks/,
    );
  });
});

async function firstId(call: ReturnType<typeof openControlApi>['call']): Promise<string> {
  const [key] = await call('GET /keys');
  return key?.id ?? '';
}
