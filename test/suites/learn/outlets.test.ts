import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { describe, expect, test } from 'vitest';
import { useCases } from '../../../src/entities/use-case.js';
import type { LearnOptions } from '../../../src/learn/run.js';
import { expectRight, learnFrom, openOrdersOf } from './learn-from.js';

const hour = 60 * 60 * 1_000;
const items = [{ menuItemId: 'item-soup', quantity: 1 }];
const keyOf = (fake: FakeOutlet, useCase: (typeof useCases)[number]) => ({
  useCase,
  token: fake.key(useCase).token,
});

describe.each(useCases)('with only a key of %s', (useCase) => {
  test.each([3, 7])('no value is wrong, with seed %i', async (seed) => {
    const fake = createFakeOutlet({ hostile: true, seed });
    const learned = await learnFrom(fake, { write: true, keys: [keyOf(fake, useCase)] });
    expectRight(learned, fake);
    expect(openOrdersOf(fake)).toEqual([]);
  });
});

test('an empty outlet shows only what needs no records, and says what it lacks', async () => {
  const learned = await learnFrom(createFakeOutlet({ empty: true, hostile: true, seed: 2 }));
  expect(Object.keys(learned.values).toSorted()).toEqual(
    ['emptyPages', 'orderRangeRequired', 'wrapper', 'windowPhase'].toSorted(),
  );
  expect(learned.finding('cursorParam').reason).toBe(
    'Needs two pages of a list, and a usual name of its cursor parameter.',
  );
  expect(learned.finding('emptyLists').reason).toBe(
    'Needs orders with and without payments, discounts, and options of items.',
  );
  expect(learned.finding('orderSorting').reason).toMatch(/^Needs 20 completed orders in 30 days/);
  expect(learned.finding('menuWrapper').reason).toBe('Needs a menu with items.');
});

test('a few orders do not show how a list is sorted', async () => {
  const fake = createFakeOutlet({ empty: true, orderSorting: 'shuffled' });
  for (let index = 0; index < 12; index += 1) fake.orders.add({ items, status: 'complete' });
  expect((await learnFrom(fake)).values.orderSorting).toBeUndefined();
});

test.each(['oldest-first', 'newest-first', 'shuffled'] as const)(
  'a busy outlet shows that its orders are sorted: %s',
  async (orderSorting) => {
    const fake = createFakeOutlet({ empty: true, orderSorting, now: () => Date.now() - 29 * 24 * hour });
    for (let index = 0; index < 3_000; index += 1) {
      fake.orders.add({ items, status: 'complete' });
      fake.clock.advance(index % 2 === 0 ? hour / 10 : hour / 3);
    }
    const learned = await learnFrom(fake);
    expect(learned.values.orderSorting).toBe(orderSorting);
    expect(learned.requests).toBeLessThanOrEqual(300);
  },
);

test('an order that changes meanwhile does not make the sort order wrong', async () => {
  const fake = createFakeOutlet({ orderSorting: 'newest-first', seed: 5 });
  const late = fake.orders.add({ items });
  const learned = await learnFrom(fake, {
    async fetch(url, init) {
      // In the middle of the run, so that some lists have the order and others do not.
      if (fake.requests.length === 20) fake.orders.complete(late.id);
      return fake.fetch(url, init);
    },
  });
  expect(learned.values.orderSorting ?? 'newest-first').toBe('newest-first');
});

test('at the limit of requests, the rest is not observable', async () => {
  const fake = createFakeOutlet();
  const learned = await learnFrom(fake, { write: true, maxRequests: 60 });
  expect(learned.requests).toBeLessThanOrEqual(60);
  expect(learned.finding('dineInOrders').reason).toBe('The limit of 60 requests is reached.');
  expect(openOrdersOf(fake)).toEqual([]);
  expectRight(learned, fake);
});

test.each([9, 20, 45, 90, 120])('an interruption at request %i leaves no open order behind', async (at) => {
  const fake = createFakeOutlet();
  const interruption = new AbortController();
  const reason = new Error('Ctrl-C');
  const fetch: LearnOptions['fetch'] = (url, init) => {
    if (fake.requests.length === at) interruption.abort(reason);
    return fake.fetch(url, init);
  };
  await expect(learnFrom(fake, { write: true, fetch, signal: interruption.signal })).rejects.toBe(reason);
  expect(openOrdersOf(fake)).toEqual([]);
});

test('an order that cannot be cancelled is reported', async () => {
  const fake = createFakeOutlet();
  fake.failNext({ fault: 'server-error', method: 'PUT', times: Number.POSITIVE_INFINITY });
  const learned = await learnFrom(fake, { write: true });
  expect(openOrdersOf(fake).length).toBe(learned.leftOvers.length);
  expect(learned.leftOvers[0]).toMatch(/^PUT \/orders\/\w+ did not cancel the order\. /);
});

test('a change that gets a 204 is accepted, not rejected', async () => {
  const fake = createFakeOutlet();
  const learned = await learnFrom(fake, {
    write: true,
    fetch: (url, init) => {
      const isUpdate = init.method === 'PUT' && /guestCount/.test(String(init.body));
      return isUpdate ? Promise.resolve(new Response(null, { status: 204 })) : fake.fetch(url, init);
    },
  });
  expect(learned.values).not.toHaveProperty('foreignReservationStatus');
  expect(learned.finding('reservationRuleStatus').result).toBe('contradictory');
  expect(openOrdersOf(fake)).toEqual([]);
});

test.each<[string, (order: object) => unknown]>([
  ['data', (order) => ({ data: order })],
  ['order', (order) => ({ order })],
  ['an object beside an ID of the request', (order) => ({ id: 'request-1', result: { order } })],
])('an order in %s is found, and cancelled', async (_, wrap) => {
  const fake = createFakeOutlet();
  const learned = await learnFrom(fake, {
    write: true,
    async fetch(url, init) {
      const response = await fake.fetch(url, init);
      // Without a reference, only the ID of the response leads to the order.
      const isKnown = response.status === 201 && /learn-/.test(String(init.body));
      return isKnown
        ? Response.json(wrap(await response.json()), { status: 201, headers: response.headers })
        : response;
    },
  });
  expect(learned.leftOvers).toEqual([]);
  expect(learned.common.dineInOrders).toBe(true);
  expect(openOrdersOf(fake)).toEqual([]);
});

test('an order whose response is lost is found in the list of orders', async () => {
  const fake = createFakeOutlet();
  const open = () => fake.orders.all().filter(({ status }) => status === 'open');
  const learned = await learnFrom(fake, {
    write: true,
    async fetch(url, init) {
      const response = await fake.fetch(url, init);
      if (init.method === 'POST' && response.status === 201)
        return Response.json({}, { status: 201, headers: response.headers });
      const isList = init.method === 'GET' && /\/orders\?/.test(url);
      return isList ? Response.json({ data: open(), next: null }, response) : response;
    },
  });
  // One order has no reference.
  expect(openOrdersOf(fake).length).toBe(learned.leftOvers.length);
  expect(learned.leftOvers.length).toBeLessThanOrEqual(1);
  expect(fake.orders.all().filter(({ status }) => status === 'cancelled').length).toBeGreaterThan(1);
});

test.each([
  ['does not cancel', 'PUT', (order: object) => ({ ...order, status: 'open' })],
  ['returns no ID', 'POST', () => ({})],
])('an API that %s gets no orders of further checks', async (_, method, change) => {
  const fake = createFakeOutlet();
  const learned = await learnFrom(fake, {
    write: true,
    async fetch(url, init) {
      const isCancellation = init.method === 'PUT' && method === 'PUT';
      const sent = isCancellation ? { ...init, body: '{"status":"open"}' } : init;
      const response = await fake.fetch(url, sent);
      if (init.method !== method) return response;
      const status = isCancellation ? 200 : response.status;
      const body =
        response.status < 300 || isCancellation ? change(await response.json()) : await response.json();
      return Response.json(body, { status, headers: response.headers });
    },
  });
  // One check creates two orders at most.
  expect(openOrdersOf(fake).length).toBeLessThanOrEqual(2);
  expect(learned.leftOvers).toHaveLength(openOrdersOf(fake).length);
  expect(learned.leftOvers[0]).toMatch(
    / Look for an order or reservation whose partner reference starts with learn-/,
  );
});

test('two runs at the same time find the same', async () => {
  const fake = createFakeOutlet({ hostile: true, seed: 6 });
  const [one, other] = await Promise.all([
    learnFrom(fake, { write: true }),
    learnFrom(fake, { write: true }),
  ]);
  expectRight(one, fake);
  expectRight(other, fake);
  expect(openOrdersOf(fake)).toEqual([]);
});

test('a revoked key ends the run', async () => {
  const fake = createFakeOutlet();
  fake.keys.revoke('reservations');
  await expect(learnFrom(fake)).rejects.toThrow(
    'The API rejected the token of reservations with 401. Copy the whole token again, and check that the key is not revoked.',
  );
});

test('a key that is revoked meanwhile ends the run', async () => {
  const fake = createFakeOutlet();
  const fetch: LearnOptions['fetch'] = (url, init) => {
    if (fake.requests.length === 40) fake.keys.revoke('order-data');
    return fake.fetch(url, init);
  };
  await expect(learnFrom(fake, { fetch })).rejects.toThrow(
    'The API rejected the token of order-data with 401.',
  );
});

test('keys without access to anything end the run', async () => {
  const fake = createFakeOutlet({ allows: { reservations: ['POST /orders/reservations'] } });
  await expect(learnFrom(fake, { keys: [keyOf(fake, 'reservations')] })).rejects.toThrow(
    'The keys can read nothing',
  );
});
