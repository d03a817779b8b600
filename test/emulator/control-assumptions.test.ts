import { describe, expect, test } from 'vitest';
import { defaultAssumptionValues } from '../../src/emulator/control/assumption-values.js';
import { createFakeOutlet } from '../../src/fake/create-fake-outlet.js';
import { fakeEndpoints } from '../../src/fake/service/router.js';
import { openControlApi } from './control-api.js';

describe('the assumptions', () => {
  test('are the defaults, in the form of the reference page', async () => {
    const { call } = openControlApi();
    expect(await call('GET /assumptions')).toEqual({
      hostile: false,
      seed: 1,
      values: defaultAssumptionValues,
    });
    expect(defaultAssumptionValues).toMatchObject({
      cursorParam: "'cursor'",
      webhookRetries: '5',
      foreignOrderStatus: 'false',
      outletUpdatedReceivers: 'all',
      allows: 'all endpoints',
    });
  });

  test('show options that differ', async () => {
    const { call } = openControlApi({
      outletUpdatedReceivers: ['reservations'],
      allows: { 'order-data': fakeEndpoints.filter((endpoint) => endpoint !== 'GET /menus') },
    });
    expect((await call('GET /assumptions')).values).toMatchObject({
      outletUpdatedReceivers: "['reservations']",
      allows: 'all endpoints except GET /menus (order-data)',
    });
  });
});

describe('a reset', () => {
  test('restores the data, and keeps keys and webhook URLs', async () => {
    const { call, fake } = openControlApi({ empty: false });
    const before = fake.channels.all();
    fake.key('reservations').webhookUrl = 'http://127.0.0.1:3000';
    await call('POST /keys', { body: { useCase: 'order-data', label: 'Mine', webhookUrl: '' } });
    fake.channels.remove(before[0]?.id ?? '');
    await call('POST /reset', { body: {} });
    expect(fake.channels.all()).toEqual(before);
    expect(fake.key('reservations').webhookUrl).toBe('http://127.0.0.1:3000');
    expect((await call('GET /keys')).map(({ label }) => label)).toContain('Mine');
  });

  test('chooses the assumptions of hostile mode by the seed', async () => {
    const { call, fake } = openControlApi();
    await call('POST /reset', { body: { hostile: true, seed: 3 } });
    expect(fake.assumptions).toEqual(createFakeOutlet({ hostile: true, seed: 3, empty: true }).assumptions);
    const { values, ...mode } = await call('GET /assumptions');
    expect(mode).toEqual({ hostile: true, seed: 3 });
    expect(values).not.toEqual(defaultAssumptionValues);
    await call('POST /reset', { body: { hostile: false } });
    expect((await call('GET /assumptions')).values).toEqual(defaultAssumptionValues);
  });

  test('without a mode keeps the mode', async () => {
    const { call } = openControlApi({ hostile: true, seed: 3 });
    const before = await call('GET /assumptions');
    await call('POST /reset', { body: {} });
    expect(await call('GET /assumptions')).toEqual(before);
  });

  test('rejects a seed that is not a whole number', async () => {
    const { fail } = openControlApi();
    expect(await fail('POST', '/reset', { hostile: true, seed: 1.5 })).toMatch(/^400 .*whole number/s);
  });
});
