import * as schemas from 'outlet-open-api/schemas';
import { describe, expect, test } from 'vitest';
import { operationTexts } from '../../../scripts/docs/tables/operation-texts.js';
import { fakeEndpoints } from '../../../src/fake/service/router.js';
import { operations } from '../../../src/operations/index.js';
import type { Operation } from '../../../src/operations/operation.js';
import { expandPath } from '../../../src/operations/paths.js';
import { idsIn } from '../../conformance/sections.js';
import { clientOf, json, scriptedService } from '../../support/services/scripted-service.js';

/** The endpoints in the order of the specification. */
const specified = [
  'GET /channels',
  'GET /menus',
  'POST /orders',
  'GET /orders',
  'GET /orders/{}',
  'PUT /orders/{}',
  'POST /orders/reservations',
  'PUT /orders/reservations/{}',
  'POST /orders/import',
  'GET /orders/{}/action-log',
  'GET /orders/action-logs',
  'POST /base-menus',
  'GET /inventory/goods-receipts',
];

test('are the endpoints of the specification §endpoint.* §goods-receipt.rule-7', () => {
  const described = operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/, '{}')}`);
  expect(described).toEqual(specified);
  expect(operations.map(({ id }) => id)).toEqual(idsIn('endpoint'));
});

test('are the endpoints of the fake, which follow the specification alone', () => {
  const described = operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/, '{id}')}`);
  expect(fakeEndpoints.toSorted()).toEqual(described.toSorted());
});

/** The releases that added endpoints, as far as the specification says. */
const releases = {
  '2.91.0': ['channels.list', 'menus.get', 'orders.create', 'orders.get', 'orders.update'],
  '2.206.0': ['orders.import'],
  '2.227.0': ['orders.list'],
  '2.315.0': ['actionLogs.forOrder', 'actionLogs.list'],
  '2.324.0': ['goodsReceipts.list'],
};

test('name the release that added them §release.2.91.0 §release.2.206.0 §release.2.227.0 §release.2.315.0 §release.2.324.0', () => {
  for (const [release, ids] of Object.entries(releases)) {
    expect(operations.map(({ id }) => id).filter((id) => operationTexts[id]?.since === release)).toEqual(
      expect.arrayContaining(ids),
    );
  }
});

test('have unique ids', () => {
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});

const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };
const queryOf = ({ responseKind }: Operation) =>
  responseKind === 'pages' ? range : { channelType: 'dine-in' };
const body = { externalOrderSource: 'old-pos' };

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  test('is a method of the client that calls this endpoint §endpoint.*', async () => {
    const service = scriptedService(json(operation.responseKind === 'one' ? { id: 'x' } : []));
    const [resource = '', method = ''] = id.split('.');
    const resources = new Map<string, object>(Object.entries(clientOf(service)));
    const owner = resources.get(resource) ?? expect.fail(`the client has no ${resource}`);
    const input = [
      ...(operation.path.includes('{') ? ['e-1'] : []),
      ...(operation.query ? [queryOf(operation)] : []),
      ...(operation.body ? [body] : []),
    ];
    const call = Reflect.get(owner, method).apply(owner, input);
    await (operation.responseKind === 'pages' ? call.firstPage() : call);

    expect(service.arrivals).toHaveLength(1);
    const [arrival] = service.arrivals;
    expect(arrival?.method).toBe(operation.method);
    expect(arrival?.url.pathname).toBe(`/api/v1${expandPath(operation.path, { orderId: 'e-1' })}`);
    expect(arrival?.body).toBe(operation.body ? JSON.stringify(body) : '');
    expect(Object.fromEntries(arrival?.url.searchParams ?? [])).toEqual(
      operation.query ? queryOf(operation) : {},
    );
  });

  test('names schemas that exist', () => {
    for (const name of [operation.response, operation.query, operation.body]) {
      if (name !== undefined) expect(schemas).toHaveProperty(`${name}Schema`);
    }
  });

  test('has a summary', () => {
    expect(operationTexts[operation.id]?.summary).toMatch(/^[A-Z].*[^.]$/);
  });

  test('has the release that introduced it, if the specification defines one §versioning.2', () => {
    const isUndefined = ['baseMenus.create', 'reservations.create', 'reservations.update'].includes(id);
    if (isUndefined) expect(operationTexts[operation.id]?.since).toBeUndefined();
    else expect(operationTexts[operation.id]?.since).toMatch(/^2\.\d+\.\d+$/);
  });

  test('has a range if it has pages, and only then', () => {
    expect(operation.range === undefined).toBe(operation.responseKind !== 'pages');
  });
});
