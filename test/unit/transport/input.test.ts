import { RequestValidationError } from 'outlet-open-api';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientOf, rejection, scriptedService } from '../../support/services/scripted-service.js';

const service = scriptedService();
const outlet = clientOf(service, { rateLimit: false });

beforeEach(() => {
  service.arrivals.length = 0;
});

const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

const post = (body: unknown, extraBody?: Record<string, unknown>) =>
  outlet.request({ method: 'POST', path: '/outlet', body }, { extraBody });

/** Sends a body with undocumented fields. */
const send = (fields: object) => outlet.orders.import({ externalOrderSource: 'pos', ...fields });

async function expectRejected(call: Promise<unknown>, path: string, message: string): Promise<void> {
  const error = await rejection(call);
  expect(error).toBeInstanceOf(RequestValidationError);
  expect(error).toMatchObject({ issues: [{ path, message: expect.stringContaining(message) }] });
  expect(service.arrivals).toEqual([]);
}

describe('the body of a request', () => {
  test('is the JSON of the input: dates in ISO 8601, undocumented fields unchanged §resources.timestamps', async () => {
    const paidAt = new Date('2026-03-01T12:00:00+02:00');
    await send({ paidAt, covers: { adults: 2 }, table: undefined });
    expect(service.arrivals[0]?.body).toBe(
      '{"externalOrderSource":"pos","paidAt":"2026-03-01T10:00:00.000Z","covers":{"adults":2}}',
    );
  });

  test('can contain one object twice, and objects with toJSON', async () => {
    const shared = { id: 'x' };
    const decimal = { digits: Number.NaN, toJSON: () => '12.50' };
    await send({ a: shared, b: shared, decimal });
    expect(service.arrivals[0]?.body).toBe(
      '{"externalOrderSource":"pos","a":{"id":"x"},"b":{"id":"x"},"decimal":"12.50"}',
    );
  });

  test.each<[string, unknown, string]>([
    ['null', null, 'must be an object'],
    ['a string', 'order', 'must be an object'],
    ['an array', [{ seats: 4 }], 'must be an object'],
    ['a Date', new Date('2026-03-01T12:00:00Z'), 'must be an object'],
    ['a String object', Object('x'), 'object'],
    ['an object whose toJSON returns text', { toJSON: () => 'x' }, 'must be an object'],
    ['a function', () => ({ id: 'x' }), 'must be an object'],
    ['a Buffer', Buffer.from('{}'), 'binary data'],
    ['a Uint8Array', Uint8Array.of(123, 125), 'binary data'],
    ['an ArrayBuffer', new ArrayBuffer(2), 'plain object'],
    ['a Map', new Map([['a', 1]]), 'plain object'],
    ['a promise', Promise.resolve({}), 'await it'],
  ])('is rejected if its JSON is not an object: %s', async (_, body, message) => {
    await expectRejected(post(body), '', message);
  });

  test.each<[string, object, string, string]>([
    ['NaN', { items: [{ quantity: Number.NaN }] }, 'items[0].quantity', 'finite'],
    ['NaN from toJSON', { price: { toJSON: () => Number.NaN } }, 'price', 'finite'],
    ['a bigint', { payments: [{ amount: 10n }] }, 'payments[0].amount', 'bigint'],
    ['an invalid Date', { paidAt: new Date('soon') }, 'paidAt', 'valid Date'],
    ['an array hole', { list: JSON.parse('[0]').concat(Array(1)) }, 'list[1]', 'JSON value'],
    ['undefined in an array', { list: [undefined] }, 'list[0]', 'JSON value'],
    ['a function in an array', { deep: { list: ['a', () => 1] } }, 'deep.list[1]', 'JSON value'],
    ['a symbol in an array', { list: [[Symbol('x')]] }, 'list[0][0]', 'JSON value'],
    ['binary data', { photo: Buffer.from('x') }, 'photo', 'binary data'],
    ['a Map', { map: new Map([['a', 1]]) }, 'map', 'plain object'],
    ['an error', { error: new Error('x') }, 'error', 'plain object'],
    ['a promise', { menu: Promise.resolve(1) }, 'menu', 'await it'],
  ])('is rejected if JSON would lose a value, with its path: %s', async (_, fields, path, message) => {
    await expectRejected(send(fields), path, message);
    await expectRejected(post(fields), path, message);
    await expectRejected(post(undefined, { ...fields }), path, message);
  });

  test('is rejected if it contains itself', async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = { again: cycle };
    await expectRejected(
      send({ cycle }),
      '',
      'it has a cycle, is nested too deeply, or one of its getters throws',
    );
  });
});

/** Calls with input as JavaScript passes it, unchecked by a compiler. */
const calls = {
  cancel: (json: string) => outlet.reservations.update('o-1', { status: 'cancelled', ...JSON.parse(json) }),
  change: (json: string) => outlet.reservations.update('o-1', { partnerReservationInfo: JSON.parse(json) }),
  create: (json: string) => outlet.orders.create(JSON.parse(json)),
  reserve: (json: string) => outlet.reservations.create(JSON.parse(json)),
  import: (json: string) => outlet.orders.import(JSON.parse(json)),
  menu: (json: string) => outlet.menus.get(JSON.parse(json)),
  orders: async (json: string) => outlet.orders.list({ ...range, ...JSON.parse(json) }).firstPage(),
  receipts: async (json: string) => outlet.goodsReceipts.list({ ...range, ...JSON.parse(json) }).firstPage(),
  update: (json: string) => outlet.orders.update('o-1', JSON.parse(json)),
  reservation: (json: string) => outlet.reservations.update('o-1', JSON.parse(json)),
};

describe('a rule of the specification', () => {
  test.each([
    ['cancel', '{"guestCount":2}', 'guestCount', 'cannot be combined'],
    ['cancel', '{"partnerReservationInfo":{}}', 'partnerReservationInfo', 'cannot be combined'],
    ['change', '{"partnerName":"x"}', 'partnerReservationInfo.partnerName', 'cannot be changed'],
    ['change', '{"reservationId":"x"}', 'partnerReservationInfo.reservationId', 'cannot be changed'],
    ['import', '{}', 'externalOrderSource', 'is required'],
    ['import', '{"externalOrderSource":""}', 'externalOrderSource', 'is required'],
    ['import', '{"externalOrderSource":"pos","orderDate":"2026-02-30T00:00:00Z"}', 'orderDate', 'ISO 8601'],
    ['import', '{"externalOrderSource":"pos","paidAt":1767225600000}', 'paidAt', 'ISO 8601'],
    ['create', '{"payments":[{},{"created":"2026-01-01"}]}', 'payments[1].created', 'ISO 8601'],
    ['reserve', '{"payments":[{"created":"yesterday"}]}', 'payments[0].created', 'ISO 8601'],
    ['orders', '{"status":"completed"}', 'status', 'must be one of complete, cancelled'],
    ['orders', '{"status":["complete","cancelled"]}', 'status', 'must be one of complete, cancelled'],
    ['receipts', '{"status":["completed","complete"]}', 'status', 'must be one of draft, completed'],
    ['update', '{"status":"complete"}', 'status', 'must be cancelled'],
    ['update', '{"status":["cancelled"]}', 'status', 'must be cancelled'],
    ['reservation', '{"status":"complete"}', 'status', 'must be cancelled'],
    ['menu', '{}', 'channelType', 'non-empty'],
    ['menu', '{"channelType":"partner"}', 'partnerChannel', 'is required'],
    ['menu', '{"channelType":"partner","partnerChannel":""}', 'partnerChannel', 'is required'],
  ] as const)(
    'is checked before sending: %s %s §menus-get.type §menus-get.partner §reservations-update.rule-1 §reservations-update.rule-2 §orders-import.source §import.source §payment.created',
    async (name, json, path, message) => {
      await expectRejected(calls[name](json), path, message);
    },
  );

  test('is checked for extraBody too', async () => {
    const call = outlet.reservations.cancel('o-1', { extraBody: { guestCount: 2 } });
    await expectRejected(call, 'guestCount', 'cannot be combined');
  });

  test.each(['query', 'extraBody'])('needs an object as the option %s', async (option) => {
    const options: object = { [option]: 'status=complete' };
    await expectRejected(
      outlet.orders.update('o-1', { status: 'cancelled' }, options),
      option,
      'must be a plain object',
    );
  });

  test('does not limit the values in extraBody', async () => {
    await outlet.orders.update('o-1', { status: 'cancelled' }, { extraBody: { status: 'complete' } });
    expect(service.arrivals[0]?.body).toBe('{"status":"complete"}');
  });

  test('ignores fields that are undefined', async () => {
    const fields: object = { guestCount: undefined };
    await outlet.reservations.update('o-1', { status: 'cancelled', ...fields });
    expect(service.arrivals[0]?.body).toBe('{"status":"cancelled"}');
  });
});
