import type { OutletClient } from 'outlet-open-api';
import { describe, expect, test } from 'vitest';
import {
  clientOf,
  json,
  order,
  rejection,
  scriptedService,
} from '../../support/services/scripted-service.js';

const reservation = {
  channelId: 't-1',
  guestCount: 4,
  partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-1' },
};
const stored: Record<string, (outlet: OutletClient) => Promise<unknown>> = {
  'orders.create': ({ orders }) => orders.create(order),
  'orders.get': ({ orders }) => orders.get('o-1'),
  'reservations.create': ({ reservations }) => reservations.create(reservation),
};

describe.each(Object.entries(stored))('%s', (_, call) => {
  test.each([
    ['performed', { order: { id: 'o-1' } }, 'an object with the keys order'],
    ['performed', { orderId: 'o-1' }, 'an object with the keys orderId'],
    ['performed', { id: null, status: 'open' }, 'an object with the keys id, status'],
    ['performed', { id: '' }, 'an object with the keys id'],
    ['performed', { data: { status: 'open' } }, 'an object with the keys status'],
    ['unknown', { code: 500, message: 'Internal error' }, 'an object with the keys code, message'],
    ['unknown', { error: 'Internal error' }, 'an object with the keys error'],
    ['unknown', { message: 'Accepted' }, 'an object with the keys message'],
  ])('rejects a response without an ID as %s: %j', async (outcome, body, found) => {
    const error = await rejection(call(clientOf(scriptedService(json(body, 201)))));
    expect(error).toMatchObject({
      name: 'ResponseValidationError',
      outcome,
      isTransient: false,
      attempts: 1,
      issues: [{ path: 'id', message: `is missing in ${found}` }],
    });
  });

  test.each([
    [{ id: 'request-1', error: 'Bad gateway' }],
    [{ id: 'request-1', title: 'Service Unavailable', status: 503 }],
    [{ id: 'request-1', code: 500, message: 'Internal error' }],
    [{ data: { id: 'request-1' }, success: false }],
  ])('rejects an error that has an ID as unknown: %j', async (body) => {
    const error = await rejection(call(clientOf(scriptedService(json(body)))));
    const issues = [{ path: '', message: 'describes an error instead of an order' }];
    expect(error).toMatchObject({ outcome: 'unknown', isTransient: false, attempts: 1, issues });
  });

  test.each([
    { id: 'o-1' },
    { data: { id: 'o-1' } },
    { id: 17 },
    { id: 'o-1', error: null, errors: [] },
    { id: 'o-1', code: 4711 },
    { id: 'o-1', status: 'open', errors: ['The printer is offline'] },
  ])('accepts %j', async (body) => {
    expect(await call(clientOf(scriptedService(json(body, 201))))).toEqual('data' in body ? body.data : body);
  });
});

test('a cancellation that returns an error with a 200 succeeds only if the order is cancelled', async () => {
  const failed = json({ code: 500, message: 'Internal error' });
  const cancel = (status: string) =>
    clientOf(scriptedService(failed, json({ id: 'o-1', status }))).orders.cancel('o-1');
  expect(await cancel('cancelled')).toEqual({ id: 'o-1', status: 'cancelled' });
  expect(await rejection(cancel('open'))).toMatchObject({ outcome: 'unknown' });
});

test('an import that returns an error with a 200 is unknown', async () => {
  const outlet = clientOf(scriptedService(json({ code: 500, message: 'Internal error' })));
  const error = await rejection(outlet.orders.import({ externalOrderSource: 'pos' }));
  expect(error).toMatchObject({ outcome: 'unknown' });
});

test.each<[string, (outlet: OutletClient) => Promise<unknown>]>([
  ['orders.import', ({ orders }) => orders.import({ externalOrderSource: 'pos' })],
  ['baseMenus.create', ({ baseMenus }) => baseMenus.create({ menuItems: [] })],
])('%s returns what it gets, because callers need no ID', async (_, call) => {
  const body = { imported: 1 };
  expect(await call(clientOf(scriptedService(json(body, 201))))).toEqual(body);
});

test.each([
  [200, {}],
  [202, { requestId: 'r-1', status: 'queued' }],
])('a %i without an ID does not prove that the API created the order: %j', async (status, body) => {
  const error = await rejection(clientOf(scriptedService(json(body, status))).orders.create(order));
  expect(error).toMatchObject({ name: 'ResponseValidationError', outcome: 'unknown', isTransient: false });
  expect(error).toHaveProperty('message', expect.stringContaining('repeat it with the same API key'));
});
