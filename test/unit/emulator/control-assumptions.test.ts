import { describe, expect, test } from 'vitest';
import { parseAssumptions } from '../../../src/emulator/parse-assumptions.js';
import { defaultAssumptions } from '../../../src/fake/assumptions.js';
import { createFakeOutlet } from '../../../src/fake/create-fake-outlet.js';
import { openControlApi } from './control-api.js';

describe('the assumptions', () => {
  test('are the defaults, and any value that a file for the emulator can contain', async () => {
    const { call } = openControlApi();
    const { values, defaults, ...mode } = await call('GET /assumptions');
    expect(mode).toMatchObject({ hostile: false, seed: 1 });
    expect(values).toEqual(defaults);
    expect(values).toEqual(createFakeOutlet({ empty: true }).assumptions);
    expect(parseAssumptions(values)).toEqual(values);
  });

  test('have a JSON Schema each, from which a form can offer the values', async () => {
    const { call } = openControlApi();
    const { values, schemas } = await call('GET /assumptions');
    expect(Object.keys(schemas).toSorted()).toEqual(Object.keys(values).toSorted());
    expect(schemas).toMatchObject({
      orderSorting: { type: 'string', enum: ['oldest-first', 'newest-first', 'shuffled'] },
      bounds: { anyOf: [{ enum: ['inclusive', 'exclusive', 'half-open'] }, { type: 'object' }] },
      bareLists: { type: 'boolean' },
      headerDifference: { type: 'number', enum: [0, -0.01, 0.01] },
      foreignOrderStatus: {
        anyOf: [{ const: false }, { type: 'integer', minimum: 400, maximum: 599 }],
      },
    });
  });

  test('change one by one, and get back their value of the start with null', async () => {
    const { call, fake } = openControlApi({ webhookRetries: 2 });
    await call('PATCH /assumptions', { body: { webhookRetries: 7, nextOnLastPage: 'absent' } });
    expect(fake.assumptions).toMatchObject({ webhookRetries: 7, nextOnLastPage: 'absent' });
    await call('PATCH /assumptions', { body: { webhookRetries: null } });
    expect(fake.assumptions).toMatchObject({ webhookRetries: 2, nextOnLastPage: 'absent' });
  });

  test('reject unknown names and values', async () => {
    const { fail, fake } = openControlApi();
    expect(await fail('PATCH', '/assumptions', { webhookRetrys: 7 })).toMatch(/^400 .*webhookRetrys/);
    expect(await fail('PATCH', '/assumptions', { bounds: 'none' })).toMatch(/^400 bounds: .*inclusive/);
    expect(fake.assumptions.bounds).toBe('inclusive');
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
    expect(mode).toMatchObject({ hostile: true, seed: 3 });
    expect(values).not.toEqual(defaultAssumptions);
    await call('POST /reset', { body: { hostile: false } });
    expect((await call('GET /assumptions')).values).toEqual(defaultAssumptions);
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
