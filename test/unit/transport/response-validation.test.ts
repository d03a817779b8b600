import { ResponseValidationError } from 'outlet-open-api';
import { describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  json,
  order,
  rejection,
  scriptedService,
} from '../../support/services/scripted-service.js';

const mismatching = {
  id: 7,
  status: 'frozen',
  items: [{ quantity: 'two' }, { quantity: 'three' }],
  table: { number: 4 },
};

describe('lenient mode', () => {
  function lenientClient(body: unknown) {
    const onSchemaMismatch = vi.fn();
    const warn = vi.fn();
    const outlet = clientOf(scriptedService(json(body)), {
      responseValidation: undefined,
      hooks: { onSchemaMismatch },
      logger: { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() },
      logLevel: 'warn',
    });
    return { outlet, onSchemaMismatch, warn };
  }

  test('returns the data unchanged', async () => {
    const { outlet } = lenientClient(mismatching);
    expect(await outlet.orders.get('o-1')).toEqual(mismatching);
  });

  test('reports each mismatch once per operation and path, to the hook and the logger', async () => {
    const { outlet, onSchemaMismatch, warn } = lenientClient(mismatching);
    await outlet.orders.get('o-1');
    await outlet.orders.get('o-2');
    await outlet.orders.update('o-1', { status: 'cancelled' });
    expect(onSchemaMismatch.mock.calls.map(([{ operation, path }]) => `${operation} ${path}`)).toEqual([
      'orders.get id',
      'orders.get items[].quantity',
      'orders.update id',
      'orders.update items[].quantity',
    ]);
    expect(warn).toHaveBeenCalledTimes(4);
    expect(warn.mock.calls[1]).toEqual([
      expect.stringContaining('orders.get differs from its documentation at items[].quantity: '),
      { operation: 'orders.get', path: 'items[].quantity' },
    ]);
  });

  test('warns once if hundreds of clients have one logger', async () => {
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const options = { responseValidation: 'lenient', logger } as const;
    const service = scriptedService(json({ id: 7 }));
    await clientOf(service, { ...options, logLevel: 'off' }).orders.get('o-1');
    const clients = Array.from({ length: 100 }, () => clientOf(service, { ...options, logLevel: 'warn' }));
    await Promise.all(clients.map(({ orders }) => orders.get('o-1')));
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(
        /^outlet-open-api: The response of orders\.get differs .* at id: must be a string\. The client returns the data unchanged, so check this field before you use it\. .* set responseValidation to 'off'\.$/,
      ),
      { operation: 'orders.get', path: 'id' },
    );
  });

  test('warns again if another client has its own logger', async () => {
    for (const { outlet, warn } of [lenientClient({ id: 7 }), lenientClient({ id: 7 })]) {
      await outlet.orders.get('o-1');
      expect(warn).toHaveBeenCalledOnce();
    }
  });

  test('calls hooks once if several clients share them', async () => {
    const onSchemaMismatch = vi.fn();
    const options = { responseValidation: 'lenient', hooks: { onSchemaMismatch } } as const;
    for (let client = 0; client < 3; client += 1)
      await clientOf(scriptedService(json({ id: 7 })), options).orders.get('o-1');
    expect(onSchemaMismatch).toHaveBeenCalledOnce();
  });

  test('reports nothing again in a derived client, or in the client it was derived from', async () => {
    const { outlet, onSchemaMismatch } = lenientClient(mismatching);
    const derived = outlet.withOptions({ timeout: 5_000 });
    await outlet.orders.get('o-1');
    await derived.orders.get('o-1');
    await derived.withOptions({ maxRetries: 0 }).orders.get('o-1');
    expect(onSchemaMismatch).toHaveBeenCalledTimes(2);
    await derived.orders.update('o-1', { status: 'cancelled' });
    await outlet.orders.update('o-1', { status: 'cancelled' });
    expect(onSchemaMismatch).toHaveBeenCalledTimes(4);
  });

  test('reports mismatches in lists and pages', async () => {
    const { outlet, onSchemaMismatch } = lenientClient([{ id: 1 }, { id: 2 }]);
    await outlet.channels.list();
    await outlet.orders.list({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }).toArray();
    expect(onSchemaMismatch.mock.calls).toMatchObject([
      [{ operation: 'channels.list', path: '[].id' }],
      [{ operation: 'orders.list', path: '[].id' }],
    ]);
  });

  test('accepts new enum values, missing fields, null and undocumented fields', async () => {
    const { outlet, onSchemaMismatch } = lenientClient({
      id: 'o-1',
      status: 'frozen',
      items: null,
      table: 4,
    });
    await outlet.orders.get('o-1');
    expect(onSchemaMismatch).not.toHaveBeenCalled();
  });
});

describe('a list', () => {
  const channels: object[] = Array.from({ length: 20 }, (_, index) => ({ id: `c-${index}` }));

  function clientOfList(list: readonly object[], responseValidation: 'lenient' | 'strict') {
    const onSchemaMismatch = vi.fn();
    const options = { responseValidation, rateLimit: false, hooks: { onSchemaMismatch } } as const;
    return { outlet: clientOf(scriptedService(json(list)), options), onSchemaMismatch };
  }

  test.each([0, 1, 2, 19])('is checked in lenient mode at place %i', async (place) => {
    const { outlet, onSchemaMismatch } = clientOfList(channels.with(place, { id: 5 }), 'lenient');
    await outlet.channels.list();
    expect(onSchemaMismatch).toHaveBeenCalledOnce();
  });

  test.each([3, 10, 18])('is not checked in lenient mode at place %i', async (place) => {
    const { outlet, onSchemaMismatch } = clientOfList(channels.with(place, { id: 5 }), 'lenient');
    await outlet.channels.list();
    expect(onSchemaMismatch).not.toHaveBeenCalled();
  });

  test.each([0, 1, 2, 3])('of %i entities has no mismatch if none of them has', async (length) => {
    const { outlet, onSchemaMismatch } = clientOfList(channels.slice(0, length), 'lenient');
    expect(await outlet.channels.list()).toHaveLength(length);
    expect(onSchemaMismatch).not.toHaveBeenCalled();
  });

  test('is checked completely in strict mode', async () => {
    const { outlet } = clientOfList(channels.with(7, { id: 5 }), 'strict');
    await expect(outlet.channels.list()).rejects.toMatchObject({ issues: [{ path: '[7].id' }] });
  });
});

test.each([null, 7, 'o-1', [[]]])('a list with %o as a record is rejected in every mode', async (record) => {
  for (const responseValidation of ['off', 'lenient', 'strict'] as const) {
    const service = scriptedService(json({ data: [{ id: 'o-1' }, record], next: null }));
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const list = clientOf(service, { responseValidation }).orders.list(range).toArray();
    const issues = [{ path: '[1]', message: expect.stringContaining('must be an object, not ') }];
    expect(await rejection(list)).toMatchObject({ name: 'ResponseValidationError', issues });
  }
});

test('every response with a single entity is checked', async () => {
  const onSchemaMismatch = vi.fn();
  const service = scriptedService(...Array.from({ length: 300 }, () => json({ id: 'o-1' })), json({ id: 5 }));
  const options = { responseValidation: 'lenient', rateLimit: false, hooks: { onSchemaMismatch } } as const;
  const outlet = clientOf(service, options);
  for (let call = 0; call < 300; call += 1) await outlet.orders.get('o-1');
  expect(onSchemaMismatch).not.toHaveBeenCalled();
  await outlet.orders.get('o-1');
  expect(onSchemaMismatch).toHaveBeenCalledOnce();
});

describe('strict mode', () => {
  test('rejects with every mismatch and without the content', async () => {
    const service = scriptedService(json(mismatching, 201));
    const call = clientOf(service, { responseValidation: 'strict' }).orders.create(order);
    const error = await rejection(call);
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({
      status: 201,
      attempts: 1,
      outcome: 'performed',
      idempotencyKey: call.idempotencyKey,
      issues: [{ path: 'id' }, { path: 'items[0].quantity' }, { path: 'items[1].quantity' }],
      bodyPreview: `application/json, ${JSON.stringify(mismatching).length} characters, starts like JSON`,
      message: expect.stringContaining('The API performed the call: do not repeat it'),
    });
    expect(String(error)).not.toContain('two');
    expect(service.arrivals).toHaveLength(1);
  });

  test('returns data that matches the documentation', async () => {
    const matching = { id: 'o-1', status: 'frozen', items: [{ quantity: 2, size: 'L' }] };
    const outlet = clientOf(scriptedService(json(matching)), { responseValidation: 'strict' });
    expect(await outlet.orders.get('o-1')).toEqual(matching);
  });
});
