import { ResponseValidationError } from 'outlet-open-api';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clientOf, json, order, rejection, scriptedService } from '../scripted-service.js';

const loaded = vi.hoisted(() => vi.fn());
vi.mock('../../src/schemas/by-name.js', (original) => {
  loaded();
  return original();
});

// It has to come first: what is loaded once stays loaded.
test('a client that does not check loads no schemas', async () => {
  const outlet = clientOf(scriptedService(json({ id: 7 })), { responseValidation: 'off' });
  expect(await outlet.orders.get('o-1')).toEqual({ id: 7 });
  expect(loaded).not.toHaveBeenCalled();
});

test('an endpoint without an operation is not checked', async () => {
  const outlet = clientOf(scriptedService(json({ id: 7 })), { responseValidation: 'strict' });
  expect(await outlet.request({ method: 'GET', path: '/outlet' })).toEqual({ id: 7 });
  expect(loaded).not.toHaveBeenCalled();
});

const drifting = {
  id: 7,
  status: 'frozen',
  items: [{ quantity: 'two' }, { quantity: 'three' }],
  table: { number: 4 },
};

describe('lenient', () => {
  function lenientClient(body: unknown) {
    const onSchemaMismatch = vi.fn();
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const hooks = { onSchemaMismatch };
    const outlet = clientOf(scriptedService(json(body)), {
      responseValidation: undefined,
      hooks,
      logger,
      logLevel: 'warn',
    });
    return { outlet, onSchemaMismatch, logger };
  }

  test('hands on what came, untouched', async () => {
    const { outlet } = lenientClient(drifting);
    expect(await outlet.orders.get('o-1')).toEqual(drifting);
  });

  test('tells of each difference once per operation and path', async () => {
    const { outlet, onSchemaMismatch, logger } = lenientClient(drifting);
    await outlet.orders.get('o-1');
    await outlet.orders.get('o-2');
    await outlet.orders.update('o-1', { status: 'cancelled' });
    const told = onSchemaMismatch.mock.calls.map(([{ operation, path }]) => `${operation} ${path}`);
    expect(told).toEqual([
      'orders.get id',
      'orders.get items[].quantity',
      'orders.update id',
      'orders.update items[].quantity',
    ]);
    expect(logger.warn).toHaveBeenCalledTimes(4);
    const [, [info] = []] = onSchemaMismatch.mock.calls;
    expect(logger.warn.mock.calls[1]).toEqual([
      expect.stringContaining('orders.get differs from its documentation at items[].quantity: '),
      info,
    ]);
  });

  test('tells nothing again where a client is derived, from whichever of the two it was told', async () => {
    const { outlet, onSchemaMismatch } = lenientClient(drifting);
    const derived = outlet.withOptions({ timeout: 5_000 });
    await outlet.orders.get('o-1');
    await derived.orders.get('o-1');
    await derived.withOptions({ maxRetries: 0 }).orders.get('o-1');
    expect(onSchemaMismatch).toHaveBeenCalledTimes(2);
    await derived.orders.update('o-1', { status: 'cancelled' });
    await outlet.orders.update('o-1', { status: 'cancelled' });
    expect(onSchemaMismatch).toHaveBeenCalledTimes(4);
  });

  test('tells of lists and pages alike', async () => {
    const { outlet, onSchemaMismatch } = lenientClient([{ id: 1 }, { id: 2 }]);
    await outlet.channels.list();
    await outlet.orders.list({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }).toArray();
    expect(onSchemaMismatch.mock.calls).toMatchObject([
      [{ operation: 'channels.list', path: '[].id' }],
      [{ operation: 'orders.list', path: '[].id' }],
    ]);
  });

  test('finds nothing where enumerations have new values, fields are missing or null, or there are more', async () => {
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

describe('strict', () => {
  test('throws with every difference, and none of the content', async () => {
    const outlet = clientOf(scriptedService(json(drifting, 201)), { responseValidation: 'strict' });
    const call = outlet.orders.create(order);
    const error = await rejection(call);
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({
      status: 201,
      attempts: 1,
      outcome: 'unknown',
      idempotencyKey: call.idempotencyKey,
      issues: [{ path: 'id' }, { path: 'items[0].quantity' }, { path: 'items[1].quantity' }],
    });
    const { length } = JSON.stringify(drifting);
    expect(error).toHaveProperty('bodyPreview', `application/json, ${length} characters, begins like JSON`);
    expect(String(error)).not.toContain('two');
  });

  test('lets pass what is documented', async () => {
    const right = { id: 'o-1', status: 'frozen', items: [{ quantity: 2, size: 'L' }] };
    const outlet = clientOf(scriptedService(json(right)), { responseValidation: 'strict' });
    expect(await outlet.orders.get('o-1')).toEqual(right);
  });
});

afterEach(() => {
  vi.clearAllMocks();
});
