import { type OutletClient, RequestValidationError } from 'outlet-open-api';
import { expect, test } from 'vitest';
import { clientOf, json, scriptedService } from '../../support/services/scripted-service.js';

/** Calls a method as a caller without types can. */
function untyped(holder: object, method: string, ...input: unknown[]): unknown {
  const called: unknown = Reflect.get(holder, method);
  if (typeof called !== 'function') throw new Error(`There is no method ${method}.`);
  return called.apply(holder, input);
}

const rejected: readonly [what: string, call: (outlet: OutletClient) => unknown, paths: readonly string[]][] =
  [
    [
      'an object that is not a signal',
      ({ orders }) => untyped(orders, 'get', 'o-1', { signal: {} }),
      ['signal'],
    ],
    ['no request', (outlet) => untyped(outlet, 'request'), ['method', 'path']],
    ['no `until`', ({ orders }) => untyped(orders, 'waitFor', 'o-1'), ['until']],
    ['no body', ({ orders }) => untyped(orders, 'create'), ['']],
    ['no query', ({ menus }) => untyped(menus, 'get'), ['channelType']],
  ];

test.each(rejected)('%s is rejected by name, and nothing is sent', async (_, call, paths) => {
  const service = scriptedService();
  const error = await Promise.resolve(call(clientOf(service))).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RequestValidationError);
  expect(error).toMatchObject({ issues: paths.map((path) => ({ path })) });
  expect(service.arrivals).toHaveLength(0);
});

test('null as the options of toArray counts as no options', async () => {
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  const list = clientOf(scriptedService(json({ data: [], next: null }))).orders.list(range);
  expect(await untyped(list, 'toArray', null)).toEqual([]);
});

test('a list without a query throws at the call', () => {
  const { orders } = clientOf(scriptedService());
  expect(() => untyped(orders, 'list')).toThrow(RequestValidationError);
});

test.each([
  ['get', 'o-1'],
  ['cancel', 'o-1'],
])('null as the options of orders.%s counts as no options', async (method, id) => {
  const service = scriptedService(json({ id, status: 'cancelled' }));
  expect(await untyped(clientOf(service).orders, method, id, null)).toMatchObject({ id });
});
