import * as api from 'outlet-open-api';
import * as accounting from 'outlet-open-api/accounting';
import * as sync from 'outlet-open-api/sync';
import * as webhooks from 'outlet-open-api/webhooks';
import { expect, test } from 'vitest';
import { clientOf, scriptedService } from '../scripted-service.js';
import { callMethods, methodsOf, questions, sending, walkMethods } from './public-functions.js';

const outlet = clientOf(scriptedService());
const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

test('every method of a client and its resources is called with hostile input', () => {
  const resources = Object.entries(outlet).flatMap(([name, resource]) =>
    methodsOf(Object(resource)).map((method) => `${name}.${method}`),
  );
  // `withOptions` has its test with the options, and `close` takes nothing.
  const elsewhere = ['withOptions', 'close'];
  const tested = [...sending.map(({ name }) => name), ...elsewhere];
  expect([...resources, ...methodsOf(outlet)].sort()).toEqual(tested.sort());
});

test('so is every method of a list and of a call', () => {
  expect(methodsOf(outlet.orders.list(range)).sort()).toEqual(walkMethods.map(String).sort());
  expect(methodsOf(outlet.orders.get('o-1')).sort()).toEqual([...callMethods].sort());
});

test('so is every function of an order feed', () => {
  const feed = sync.createOrderFeed(outlet, { onOrder: () => {} });
  const functions = Object.entries(feed).filter(([, value]) => typeof value === 'function');
  // The other two take nothing.
  expect(functions.map(([name]) => name)).toEqual(['notify', 'idle', 'close']);
});

test('so is every function that the package exports', () => {
  // Errors are made by the client, from what it has checked.
  const isError = (value: unknown) => typeof value === 'function' && value.prototype instanceof Error;
  const functions = Object.entries({ ...api, ...accounting, ...sync, ...webhooks })
    .filter(([, value]) => typeof value === 'function' && !isError(value))
    .map(([name]) => name);
  const elsewhere = [
    ...[
      'OutletClient',
      'billFromGoodsReceipt',
      'createOrderFeed',
      'backfillOrders',
      'reconcileOrders',
      'pollGoodsReceipts',
      'memoryCheckpoints',
      'parseWebhookEvent',
      'createWebhookHandler',
      'toNodeListener',
      'sharedSecret',
    ],
    ...['csv', 'csvText', 'ndjson', 'ndjsonText', 'streamOf'],
    ...['ipAllowList', 'memoryDeduplicator', 'createTestEvent', 'createTestRequest'],
  ];
  expect(functions.sort()).toEqual([...Object.keys(questions(api)), ...elsewhere].sort());
});
