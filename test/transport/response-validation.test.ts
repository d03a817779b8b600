import { type OutletClientOptions, ResponseValidationError } from 'outlet-open-api';
import { describe, expect, test, vi } from 'vitest';
import { clientOf, json, order, rejection, scriptedService } from '../scripted-service.js';

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

describe('after 200 entities of an operation', () => {
  const channels = Array.from({ length: 200 }, (_, index) => ({ id: `c-${index}` }));
  const few: unknown[] = channels.slice(0, 20);

  /** A client that has checked 200 channels. Later responses follow the script. */
  async function clientAfterAll(script: readonly unknown[][], options: OutletClientOptions = {}) {
    const onSchemaMismatch = vi.fn();
    const service = scriptedService(...[channels, ...script].map((body) => json(body)));
    const outlet = clientOf(service, {
      responseValidation: 'lenient',
      rateLimit: false,
      hooks: { onSchemaMismatch },
      ...options,
    });
    await outlet.channels.list();
    return { outlet, onSchemaMismatch };
  }
  const clientWithMismatchAt = (place: number, options?: OutletClientOptions) =>
    clientAfterAll([few.with(place, { id: 5 })], options);

  test.each([0, 19])('lenient mode checks the first and the last of each response: %i', async (place) => {
    const { outlet, onSchemaMismatch } = await clientWithMismatchAt(place);
    await outlet.channels.list();
    expect(onSchemaMismatch).toHaveBeenCalledOnce();
  });

  test('the other entities are sampled, and each is checked eventually', async () => {
    const callsUntilReported: number[] = [];
    for (const place of few.keys()) {
      const { outlet, onSchemaMismatch } = await clientWithMismatchAt(place);
      let calls = 0;
      for (; onSchemaMismatch.mock.calls.length === 0 && calls < 40; calls += 1) await outlet.channels.list();
      expect(onSchemaMismatch, `place ${place}`).toHaveBeenCalledOnce();
      callsUntilReported.push(calls);
    }
    expect(callsUntilReported.filter((calls) => calls === 1)).toHaveLength(4);
  });

  test('lenient mode finds nothing wrong in a list that is empty or short', async () => {
    const lengths = [0, 1, 2];
    const { outlet, onSchemaMismatch } = await clientAfterAll(lengths.map((length) => few.slice(0, length)));
    for (const length of lengths) expect(await outlet.channels.list()).toHaveLength(length);
    expect(onSchemaMismatch).not.toHaveBeenCalled();
  });

  test('lenient mode checks every tenth of the entities that come alone', async () => {
    const onSchemaMismatch = vi.fn();
    const service = scriptedService(
      ...Array.from({ length: 200 }, () => json({ id: 'o-1' })),
      json({ id: 5 }),
    );
    const outlet = clientOf(service, {
      responseValidation: 'lenient',
      rateLimit: false,
      hooks: { onSchemaMismatch },
    });
    for (let call = 0; call < 209; call += 1) await outlet.orders.get('o-1');
    expect(onSchemaMismatch).not.toHaveBeenCalled();
    await outlet.orders.get('o-1');
    expect(onSchemaMismatch).toHaveBeenCalledOnce();
  });

  test('strict mode still checks everything', async () => {
    const { outlet } = await clientWithMismatchAt(7, { responseValidation: 'strict' });
    await expect(outlet.channels.list()).rejects.toMatchObject({ issues: [{ path: '[7].id' }] });
  });
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
