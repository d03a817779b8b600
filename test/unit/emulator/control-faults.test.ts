import { describe, expect, test } from 'vitest';
import { openControlApi } from './control-api.js';

function open() {
  const api = openControlApi();
  const { fake } = api;
  const headers = { authorization: `Bearer ${fake.key('digital-ordering').token}` };
  const statusOf = async (path: string) =>
    (await fake.fetch(`${fake.baseUrl}/api/v1${path}`, { headers })).status;
  return { ...api, statusOf };
}

describe('faults', () => {
  test('count down, and end', async () => {
    const { call, statusOf } = open();
    const fault = { fault: 'server-error', method: 'GET', path: '/channels', times: 2 };
    await call('POST /faults', { body: fault });
    expect(await statusOf('/channels')).toBe(500);
    expect(await statusOf('/orders/o-1')).toBe(404);
    expect(await call('GET /faults')).toMatchObject([{ fault, left: 1, used: 1 }]);
    expect(await statusOf('/channels')).toBe(500);
    expect(await call('GET /faults')).toEqual([]);
  });

  test('without a count stay until they are removed', async () => {
    const { call, fail, statusOf } = open();
    await call('POST /faults', { body: { fault: 'server-error', times: null, share: 1 } });
    expect([await statusOf('/channels'), await statusOf('/channels')]).toEqual([500, 500]);
    const [active] = await call('GET /faults');
    expect(active).toMatchObject({ fault: { times: null, share: 1 }, left: null, used: 2 });
    await call('DELETE /faults/{id}', { id: active?.id ?? '' });
    expect(await statusOf('/channels')).toBe(200);
    expect(await fail('DELETE', `/faults/${active?.id}`)).toMatch(/^404 /);
  });

  test('can last for a time, as an outage', async () => {
    const { call, statusOf } = open();
    const added = await call('POST /faults', { body: { fault: 'unavailable', lasting: 100 } });
    expect(added).toMatchObject({ fault: { times: null, lasting: 100 }, left: null });
    expect([await statusOf('/channels'), await statusOf('/channels')]).toEqual([503, 503]);
    await expect.poll(() => call('GET /faults')).toEqual([]);
    expect(await statusOf('/channels')).toBe(200);
  });

  test('are all removed at once', async () => {
    const { call, statusOf } = open();
    await call('POST /faults', { body: { fault: 'server-error', times: null } });
    await call('POST /faults', { body: { fault: 'hang', times: 3 } });
    await call('POST /faults', { body: { fault: 'cut-body', times: 1 } });
    await call('DELETE /faults');
    expect(await call('GET /faults')).toEqual([]);
    expect(await statusOf('/channels')).toBe(200);
    await call('DELETE /faults');
  });

  test.each([
    [{ fault: 'server-error', times: 0 }, 'must be 1 or more'],
    [{ fault: 'server-error', times: 1.5 }, 'must be a whole number'],
    [{ fault: 'flood', times: 1 }, 'fault'],
    [{ fault: 'unavailable', lasting: 0 }, 'must be above 0'],
    [{ fault: 'latency', times: 1, delay: 3_600_000 }, 'at most 600,000 ms'],
    [{ fault: 'server-error', times: null, share: 2 }, 'share must be above 0 and at most 1'],
    [{ fault: 'server-error', times: 1, path: '/tables' }, '409 No request can match /tables.'],
  ])('reject %j', async (body, message) => {
    const { call, fail } = open();
    const response = await fail('POST', '/faults', body);
    expect(response).toMatch(/^(400|409) /);
    expect(response).toContain(message);
    expect(await call('GET /faults')).toEqual([]);
  });
});

describe('the clock', () => {
  test('moves ahead, and a reset sets it back', async () => {
    const { call, fake } = openControlApi({ now: () => Date.parse('2026-01-01T12:00:00Z') });
    expect(await call('GET /overview')).toMatchObject({ now: '2026-01-01T12:00:00.000Z', clockAheadBy: 0 });
    await call('POST /clock/advance', { body: { milliseconds: 3_600_000 } });
    expect(await call('GET /overview')).toMatchObject({
      now: '2026-01-01T13:00:00.000Z',
      clockAheadBy: 3_600_000,
    });
    await call('POST /reset', { body: {} });
    expect(fake.clock.now()).toBe(Date.parse('2026-01-01T12:00:00Z'));
  });

  test('is held, and continues when it is resumed', async () => {
    let time = Date.parse('2026-01-01T12:00:00Z');
    const { call } = openControlApi({ now: () => time });
    await call('POST /clock/hold');
    time += 60_000;
    expect(await call('GET /overview')).toMatchObject({ now: '2026-01-01T12:00:00.000Z', isClockHeld: true });
    await call('POST /clock/resume');
    expect(await call('GET /overview')).toMatchObject({
      now: '2026-01-01T12:01:00.000Z',
      isClockHeld: false,
    });
  });

  test.each([0, -1, 1e15])('does not move by %d ms', async (milliseconds) => {
    const { fail } = openControlApi();
    expect(await fail('POST', '/clock/advance', { milliseconds })).toMatch(/^400 /);
  });
});
