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

  test.each([{ id: 'o-1' }, { data: { id: 'o-1' } }, { id: 17 }])('accepts %j', async (body) => {
    expect(await call(clientOf(scriptedService(json(body, 201))))).toEqual('data' in body ? body.data : body);
  });
});

test.each<[string, (outlet: OutletClient) => Promise<unknown>]>([
  ['orders.import', ({ orders }) => orders.import({ externalOrderSource: 'pos' })],
  ['baseMenus.create', ({ baseMenus }) => baseMenus.create({ menuItems: [] })],
])('%s returns what it gets, because callers need no ID', async (_, call) => {
  const body = { imported: 1 };
  expect(await call(clientOf(scriptedService(json(body, 201))))).toEqual(body);
});
