import type { FakeOutlet } from 'outlet-open-api/testing';
import { describe, expect, it } from 'vitest';
import { idsIn } from '../../conformance/sections.js';
import { fakeAtNoon, filledAtNoon, send, type What } from './send.js';

const month = 'from=2026-03-01T00:00:00Z&to=2026-03-31T12:00:00Z';
const items = [{ menuItemId: 'item-pizza', quantity: 1 }];
const partnerReservationInfo = { partnerName: 'tablebook', reservationId: 'R-1' };
const old = { externalOrderSource: 'old-pos' };
const payments = [{ offlineMethod: 'card', amount: 5, created: '2026-03-31T11:00:00Z' }];
const menu = (itemImage: string) => ({ menuItems: [{ photos: [{ itemImage }] }] });

const responses: [line: string, what: What][] = [
  ['GET /channels', {}],
  ['GET /menus?channelType=dine-in', {}],
  [
    'POST /orders',
    { body: { channelId: 'channel-foodie', items, payments, appliedDiscounts: [{ amount: 1 }] } },
  ],
  [`GET /orders?${month}`, {}],
  ['GET /orders/paid', {}],
  ['PUT /orders/open', { body: { status: 'cancelled' } }],
  ['POST /orders/reservations', { body: { channelId: 'table-1', guestCount: 2, partnerReservationInfo } }],
  ['PUT /orders/reservations/booked', { as: 'reservations', body: { guestCount: 3 } }],
  [
    'POST /orders/import',
    { body: { ...old, orderDate: '2025-01-02T05:04:05+02:00', paidAt: '2025-01-02t03:04:05z' } },
  ],
  ['GET /orders/paid/action-log', {}],
  [`GET /orders/action-logs?${month}`, {}],
  ['POST /base-menus', { body: menu('https://cdn.example/a.jpg') }],
  [`GET /inventory/goods-receipts?${month}&status=draft,completed,cancelled,partiallyReceived`, {}],
];

const outlet = filledAtNoon();
outlet.orders.add({ id: 'open' });
outlet.orders.add({ id: 'paid', items });
outlet.orders.add({ id: 'booked', createdBy: 'reservations', partnerReservationInfo });
outlet.orders.complete('paid');

/** Returns every field of a value, including nested fields. */
function fieldsIn(value: unknown): [name: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  return Object.entries(value).flatMap((field) => [field, ...fieldsIn(field[1])]);
}

describe.each(responses)('the response to %s', (line, what) => {
  it('has fields in camelCase, and times in ISO 8601 with milliseconds §endpoints.success §resources.camel-case §resources.timestamps §versioning.3', async () => {
    const { status, headers, body } = await send(outlet, line, what);
    const fields = fieldsIn(body);

    expect(status).toBe(line.startsWith('POST') ? 201 : 200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(fields).not.toEqual([]);
    for (const [name, value] of fields) {
      expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/);
      const isTime = typeof value === 'string' && /^\d{4}-\d{2}/.test(value);
      if (isTime) expect(value).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    }
  });
});

describe('an error', () => {
  const keyed = { 'idempotency-key': '6f1c2a0e-8f6b-4c57-9d3a-0c4f5e6d7a8b' };

  const errors: [status: number, line: string, what: What, prepare: (fake: FakeOutlet) => void][] = [
    [400, 'POST /orders', { body: {} }, () => {}],
    [401, 'GET /channels', { headers: { authorization: 'Bearer nobody' } }, () => {}],
    [403, 'GET /inventory/goods-receipts?outletId=other', {}, () => {}],
    [404, 'GET /orders/none', {}, () => {}],
    [
      409,
      'POST /orders/import',
      { body: { externalOrderSource: 'new-pos' }, headers: keyed },
      (fake) => send(fake, 'POST /orders/import', { body: old, headers: keyed }),
    ],
    [413, 'POST /base-menus', { body: menu('https://cdn.example/large.jpg') }, () => {}],
    [429, 'GET /channels', {}, (fake) => fake.failNext({ fault: 'rate-limited' })],
    [500, 'GET /channels', {}, (fake) => fake.failNext({ fault: 'server-error' })],
  ];

  it('the table above has a line for every status', () => {
    expect(errors.map(([status]) => `${status}`)).toEqual(idsIn('errors.status'));
  });

  it.each(errors)(
    '%i is JSON with its status and a message §errors.json §errors.code §errors.message §errors.status.*',
    async (expected, line, what, prepare) => {
      const fake = fakeAtNoon({
        empty: true,
        photos: () => ({ type: 'image/jpeg', bytes: 11 * 1024 * 1024 }),
      });
      await prepare(fake);

      const { status, headers, body } = await send(fake, line, what);

      expect(status).toBe(expected);
      expect(headers.get('content-type')).toBe('application/json');
      expect(body).toMatchObject({ code: expected, message: expect.stringMatching(/./) });
      const documented = ['code', 'message', 'errors', 'retryAfter'];
      for (const name of Object.keys(Object(body))) expect(documented).toContain(name);
    },
  );
});
