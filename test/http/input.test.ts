import { InvalidRequestError } from 'outlet-open-api';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientOf, json, order, rejection, scriptedService } from '../scripted-service.js';

const service = scriptedService();
const outlet = clientOf(service, { rateLimit: false });
const scriptedList = scriptedService(json({ data: [], next: null }));

beforeEach(() => {
  service.arrivals.length = 0;
});

async function expectRefusal(call: Promise<unknown>, path: string, message: string): Promise<void> {
  const error = await rejection(call);
  expect(error).toBeInstanceOf(InvalidRequestError);
  expect(error).toMatchObject({ issues: [{ path, message: expect.stringContaining(message) }] });
  expect(service.arrivals).toEqual([]);
}

describe('an option of a call', () => {
  test.each([
    ['timeout', 0, 'positive'],
    ['timeout', -1, 'positive'],
    ['timeout', Number.NaN, 'positive'],
    ['timeout', '1000', 'positive'],
    ['deadline', 0, 'positive'],
    ['deadline', Number.NaN, 'positive'],
    ['maxRetries', -1, 'whole number'],
    ['maxRetries', 1.5, 'whole number'],
    ['maxRetries', Number.POSITIVE_INFINITY, 'whole number'],
    ['maxRetries', '3', 'whole number'],
    ['priority', 'urgent', 'interactive or background'],
    ['priority', null, 'interactive or background'],
    ['signal', null, 'AbortSignal'],
    ['signal', 'stop', 'AbortSignal'],
    ['signal', { aborted: false }, 'AbortSignal'],
    ['signal', { addEventListener: () => {} }, 'AbortSignal'],
    ['signal', { aborted: false, addEventListener: true }, 'AbortSignal'],
    ['idempotencyKey', '3b241101-e2bb-4255-8caf-4136c566a962', 'POST only, and this is a GET'],
  ])('%s of %j is refused', async (name, value, message) => {
    await expectRefusal(outlet.orders.get('o-1', { [name]: value }), name, message);
  });

  test.each([
    ['Authorization', 'Bearer abc', 'accessToken'],
    ['idempotency-key', 'abc', 'idempotencyKey'],
    ['Content-Type', 'text/plain', 'application/json'],
    ['Content-Length', '7', 'runtime'],
    ['transfer-encoding', 'chunked', 'runtime'],
    ['Connection', 'close', 'runtime'],
    ['host', 'other.example', 'runtime'],
    ['Expect', '100-continue', 'runtime'],
    ['upgrade', 'websocket', 'runtime'],
    ['x-note', 'line\r\nx-injected: 1', 'no valid header'],
    ['x-note', 'ラーメン', 'no valid header'],
  ])('headers: %s: %j is refused', async (name, value, message) => {
    await expectRefusal(
      outlet.orders.create(order, { headers: { [name]: value } }),
      `headers.${name}`,
      message,
    );
  });

  test.each([
    ['timeout', 0.5],
    ['timeout', Number.POSITIVE_INFINITY],
    ['deadline', Number.POSITIVE_INFINITY],
    ['maxRetries', 0],
    ['priority', 'interactive'],
    ['priority', 'background'],
    ['idempotencyKey', undefined],
  ])('%s of %j is taken', async (name, value) => {
    expect(await clientOf(scriptedService()).orders.get('o-1', { [name]: value })).toEqual({ id: 'o-1' });
  });

  test('extraBody is refused where there is no body', async () => {
    await expectRefusal(outlet.orders.get('o-1', { extraBody: { a: 1 } }), 'body', 'cannot go with GET');
  });
});

test('a query may be large', async () => {
  const own = scriptedService();
  const query = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`p${index}`, index]));
  await clientOf(own).orders.get('o-1', { query });
  expect(own.arrivals[0]?.url.searchParams.get('p49999')).toBe('49999');
});

test('a header may have the name of what every object has', async () => {
  const own = scriptedService();
  await clientOf(own).orders.get('o-1', { headers: { constructor: 'x' } });
  expect(own.arrivals[0]?.headers.get('constructor')).toBe('x');
});

describe('what JSON would lose', () => {
  test.each<[string, unknown, string]>([
    ['a Map', new Map([['a', 1]]), 'was it awaited'],
    ['a Set', new Set([1]), 'was it awaited'],
    ['a promise', Promise.resolve(1), 'was it awaited'],
    ['a pattern', /a/, 'was it awaited'],
    ['an error', new Error('x'), 'was it awaited'],
    ['a list of nothing', [undefined], 'would make null'],
    ['a list of functions', [() => 1], 'would make null'],
  ])('is refused: %s', async (_, value, message) => {
    await expectRefusal(outlet.orders.import({ externalOrderSource: 'pos', value }), 'value', message);
  });

  test('is sent where it is left out on purpose', async () => {
    await outlet.orders.import({ externalOrderSource: 'pos', value: undefined });
    expect(service.arrivals.at(-1)?.body).toBe('{"externalOrderSource":"pos"}');
    service.arrivals.length = 0;
  });
});

test.each<[string, unknown]>([
  ['an object', {}],
  ['a function', () => 1],
  ['a Map', new Map()],
  ['a list of nothing', [undefined]],
  ['a list of an empty text', ['']],
  ['a list of lists', [['complete']]],
])('%s is no value of a query', async (_, status) => {
  const query = JSON.parse('{}');
  query.status = status;
  await expectRefusal(outlet.orders.get('o-1', { query }), 'status', 'must ');
});

test('a query can be URLSearchParams, and is not left out', async () => {
  const options = Object.fromEntries([['query', new URLSearchParams('channelId=5')]]);
  await outlet.orders.get('o-1', options);
  expect(service.arrivals.at(-1)?.url.search).toBe('?channelId=5');
});

test('so can the query of a list, which would ask for everything without it', async () => {
  const lists = clientOf(scriptedList, { rateLimit: false });
  const options = Object.fromEntries([['query', new URLSearchParams('channelId=5')]]);
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  await lists.orders.list(range, options).toArray();
  expect(scriptedList.arrivals.at(-1)?.url.searchParams.get('channelId')).toBe('5');
});

test('headers can be Headers', async () => {
  await outlet.orders.get('o-1', { headers: new Headers({ 'X-Trace': 't-1' }) });
  expect(service.arrivals.at(-1)?.headers.get('x-trace')).toBe('t-1');
  service.arrivals.length = 0;
  const headers = new Headers({ authorization: 'Bearer other' });
  await expectRefusal(outlet.orders.get('o-1', { headers }), 'headers.authorization', 'accessToken');
});

test('a list refuses a filter that has the name of the cursor parameter', () => {
  const { orders } = clientOf(service, { cursorParam: 'status' });
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  expect(() => orders.list({ ...range, status: 'complete' })).toThrow('status is where the cursor stands');
});

describe('an unwritable value in a body', () => {
  const cycle: Record<string, unknown> = { name: 'loop' };
  cycle.self = { again: cycle };
  const deep = Array.from({ length: 200 }).reduce<object>((inner) => ({ inner }), {});
  const fail = () => {
    throw new RangeError('too precise');
  };

  test.each([
    ['NaN', { items: [{ quantity: Number.NaN }] }, 'items[0].quantity', 'finite'],
    ['Infinity', { total: Number.POSITIVE_INFINITY }, 'total', 'finite'],
    ['a bigint', { payments: [{ amount: 10n }] }, 'payments[0].amount', 'bigint'],
    ['an invalid Date', { paidAt: new Date('soon') }, 'paidAt', 'valid Date'],
    ['a cycle', { cycle }, 'cycle.self.again', 'contain itself'],
    ['a depth without end', { deep }, expect.stringMatching(/^deep\.inner/), 'deeper than 100 levels'],
    ['an unwritable value that an object writes', { price: { toJSON: () => Number.NaN } }, 'price', 'finite'],
    ['an object that does not write itself', { price: { toJSON: () => fail() } }, 'price', 'toJSON threw'],
  ])('(%s) is named by its field', async (_, body, path, message) => {
    await expectRefusal(outlet.orders.import({ externalOrderSource: 'pos', ...body }), path, message);
    await expectRefusal(outlet.request({ method: 'POST', path: '/outlet', body }), path, message);
    await expectRefusal(
      outlet.request({ method: 'POST', path: '/outlet' }, { extraBody: body }),
      path,
      message,
    );
  });

  test.each([
    ['a function', () => ({ id: 'x' })],
    ['a symbol', Symbol('x')],
    ['an object that writes itself as nothing', { toJSON: () => undefined }],
    ['an object that writes itself as nothing that JSON has', { toJSON: () => Symbol('x') }],
  ])('(%s) is refused where it is the whole body', async (_, body) => {
    await expectRefusal(outlet.request({ method: 'POST', path: '/outlet', body }), '', 'must be JSON');
  });

  test('is none that writes itself as itself', async () => {
    const own = scriptedService();
    const price = { amount: 1, toJSON: (): object => price };
    await clientOf(own).orders.import({ externalOrderSource: 'pos', price });
    expect(own.arrivals[0]?.body).toBe('{"externalOrderSource":"pos","price":{"amount":1}}');
  });

  test('is none that stands twice, or that writes itself', async () => {
    const own = scriptedService();
    const twice = { id: 'x' };
    const decimal = { digits: Number.NaN, self: {}, toJSON: () => '12.50' };
    decimal.self = decimal;
    await clientOf(own).orders.import({ externalOrderSource: 'pos', a: twice, b: twice, decimal });
    expect(own.arrivals[0]?.body).toBe(
      '{"externalOrderSource":"pos","a":{"id":"x"},"b":{"id":"x"},"decimal":"12.50"}',
    );
  });
});

describe('a stated rule', () => {
  // Input as JavaScript passes it, where no compiler has looked at it.
  const calls = {
    cancel: (json: string) => outlet.reservations.update('o-1', { status: 'cancelled', ...JSON.parse(json) }),
    change: (json: string) => outlet.reservations.update('o-1', { partnerReservationInfo: JSON.parse(json) }),
    create: (json: string) => outlet.orders.create(JSON.parse(json)),
    reserve: (json: string) => outlet.reservations.create(JSON.parse(json)),
    import: (json: string) => outlet.orders.import(JSON.parse(json)),
    menu: (json: string) => outlet.menus.get(JSON.parse(json)),
  };

  test.each([
    ['cancel', '{"guestCount":2}', 'guestCount', 'cannot be combined'],
    ['cancel', '{"channelId":"t-2"}', 'channelId', 'cannot be combined'],
    ['cancel', '{"partnerReservationInfo":{}}', 'partnerReservationInfo', 'cannot be combined'],
    ['change', '{"partnerName":"x"}', 'partnerReservationInfo.partnerName', 'cannot be changed'],
    ['change', '{"reservationId":"x"}', 'partnerReservationInfo.reservationId', 'cannot be changed'],
    ['create', 'null', '', 'must be an object'],
    ['create', '[]', '', 'must be an object'],
    ['create', '"order"', '', 'must be an object'],
    ['import', '{}', 'externalOrderSource', 'is required'],
    ['import', '{"externalOrderSource":""}', 'externalOrderSource', 'is required'],
    ['import', '{"externalOrderSource":"pos","orderDate":"2026-02-30T00:00:00Z"}', 'orderDate', 'ISO 8601'],
    ['import', '{"externalOrderSource":"pos","paidAt":1767225600000}', 'paidAt', 'ISO 8601'],
    ['create', '{"payments":[{},{"created":"2026-01-01"}]}', 'payments[1].created', 'ISO 8601'],
    ['reserve', '{"payments":[{"created":"yesterday"}]}', 'payments[0].created', 'ISO 8601'],
    ['menu', '{}', 'channelType', 'non-empty'],
    ['menu', 'null', 'channelType', 'non-empty'],
    ['menu', '{"channelType":"partner"}', 'partnerChannel', 'is required'],
    ['menu', '{"channelType":"partner","partnerChannel":""}', 'partnerChannel', 'is required'],
  ] as const)(
    'is held: %s %s §menus-get.type §menus-get.partner §reservations-update.rule-1 §reservations-update.rule-2 §orders-import.source §import.source §payment.created',
    async (name, json, path, message) => {
      await expectRefusal(calls[name](json), path, message);
    },
  );

  test('holds for what comes in extraBody, too', async () => {
    const call = outlet.reservations.cancel('o-1', { extraBody: { guestCount: 2 } });
    await expectRefusal(call, 'guestCount', 'cannot be combined');
  });

  test('leaves alone what is left undefined', async () => {
    const own = scriptedService();
    const leftOut: object = { guestCount: undefined };
    await clientOf(own).reservations.update('o-1', { status: 'cancelled', ...leftOut });
    expect(own.arrivals[0]?.body).toBe('{"status":"cancelled"}');
  });

  test('that is broken with others is named with all of them', async () => {
    const error = await rejection(
      outlet.orders.update('..', { status: 'cancelled' }, { timeout: 0, maxRetries: -1 }),
    );
    expect(error).toMatchObject({
      issues: [{ path: 'orderId' }, { path: 'timeout' }, { path: 'maxRetries' }],
      message: expect.stringMatching(
        /^PUT \/orders\/\{orderId\} was not sent: orderId .*; timeout .*; maxRetries /,
      ),
    });
  });
});
