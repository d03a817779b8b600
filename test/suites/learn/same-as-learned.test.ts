import { isDeepStrictEqual } from 'node:util';
import { createFakeOutlet, type FakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { parseAssumptions } from '../../../src/emulator/parse-assumptions.js';
import { useCases } from '../../../src/entities/use-case.js';
import { isRecord } from '../../../src/json.js';
import { createRandom, type Random } from '../../../src/random.js';
import { goodsReceiptLineSchema } from '../../../src/schemas/entities.js';
import { learnFrom } from './learn-from.js';

const day = 24 * 60 * 60 * 1_000;
const now = Date.parse('2026-06-01T12:00:00.250Z');

/** Returns a random GET request, which can be invalid. */
function someRequest(orders: readonly string[], random: Random): string {
  const order = random.pick(orders);
  const path = random.pick([
    '/channels',
    '/menus',
    '/orders',
    '/orders',
    `/orders/${order}`,
    `/orders/${order}/action-log`,
    '/orders/action-logs',
    '/inventory/goods-receipts',
    '/base-menus',
    '/unknown',
  ]);
  const query = new URLSearchParams();
  const from = now - random.integer(1, 60) * day;
  const add = (share: number, name: string, value: string) =>
    random.next() < share && query.append(name, value);
  add(0.9, 'from', new Date(from).toISOString());
  add(0.9, 'to', new Date(from + random.integer(1, 32) * day).toISOString());
  add(0.3, 'status', random.pick(['complete', 'cancelled', 'completed', 'draft,completed']));
  add(0.6, 'channelType', random.pick(['dine-in', 'partner']));
  add(0.3, 'partnerChannel', 'foodie');
  add(0.1, 'from', 'yesterday');
  return `${path}?${query}`;
}

/** Sends the same random requests to two outlets. Returns how many there were, and those with other responses, and the statuses. */
async function compare(one: FakeOutlet, other: Pick<FakeOutlet, 'fetch' | 'key'>, seed: number) {
  const orders = [...one.orders.all().map(({ id }) => id), 'unknown'];
  const random = createRandom(seed);
  const statuses = new Set<number>();
  const different: string[] = [];
  let count = 0;
  for (let index = 0; index < 300; index += 1) {
    const useCase = random.pick(useCases);
    let request = someRequest(orders, random);
    // Follows a list for two pages.
    for (let page = 0; page < 2; page += 1) {
      const [expected, found] = await Promise.all(
        [one, other].map((outlet) => responseOf(outlet, useCase, request)),
      );
      count += 1;
      if (!isDeepStrictEqual(expected, found)) different.push(request);
      statuses.add(expected?.status ?? 0);
      if (typeof expected?.body?.next !== 'string') break;
      request += `&cursor=${encodeURIComponent(expected.body.next)}`;
    }
  }
  return { count, different, statuses: [...statuses] };
}

test.each([1, 2])('a fake with the values of a file responds as the outlet, with seed %i', async (seed) => {
  const learned = await learnFrom(createFakeOutlet({ hostile: true, seed }), { write: true });
  const values = parseAssumptions(JSON.parse(JSON.stringify(learned.values)));
  const options = { seed, now: () => now, rateLimit: false } as const;

  const original = createFakeOutlet({ hostile: true, ...options });
  // What is not observed is the same in both.
  const same = createFakeOutlet({ ...options, ...original.assumptions, ...values });

  const { different, statuses } = await compare(original, same, seed);
  expect(different).toEqual([]);
  expect(statuses).toEqual(expect.arrayContaining([200, 400, 404]));
});

/** Responds as a fake, but ends all lists with a page without `next`, and sets empty lists and missing amounts to `null`. */
async function changedFetch(
  fake: FakeOutlet,
  ...[url, init]: Parameters<FakeOutlet['fetch']>
): Promise<Response> {
  const response = await fake.fetch(url, init);
  const body: unknown = await response.json();
  const { status, headers } = response;
  if (!isRecord(body)) return Response.json(body, { status, headers });
  if (body.next === null) delete body.next;
  const { pathname } = new URL(String(url));
  const records = Array.isArray(body.data) ? body.data : [body];
  for (const record of records.filter(isRecord)) {
    if ('goodsReceiptNumber' in record) {
      for (const name of ['tax', 'total']) record[name] ??= null;
      for (const line of Array.isArray(record.items) ? record.items : [])
        for (const name of lineFields) line[name] ??= null;
    }
    if (!('payments' in record) || !pathname.includes('/orders')) continue;
    for (const name of ['payments', 'appliedDiscounts']) if (isEmpty(record[name])) record[name] = null;
    for (const item of Array.isArray(record.items) ? record.items : [])
      if (isEmpty(item.options)) item.options = null;
  }
  return Response.json(body, { status, headers });
}

const lineFields = Object.keys(goodsReceiptLineSchema.shape);
const isEmpty = (value: unknown) => !Array.isArray(value) || value.length === 0;

test('a fake with the values of a file responds as an outlet that is no fake', async () => {
  const outlet = (options: FakeOutletOptions) => {
    const fake = createFakeOutlet({ seed: 1, ...options });
    // Receipts of the last 30 days otherwise have all amounts.
    for (const age of [1, 2, 3]) {
      const created = new Date((options.now?.() ?? Date.now()) - age * day);
      fake.goodsReceipts.add({
        id: `r-${age}`,
        created,
        items: [{ totalPrice: 3, quantity: 1 }],
        tax: null,
        total: null,
      });
    }
    return fake;
  };
  const service = outlet({});
  const { values } = await learnFrom(service, { fetch: (url, init) => changedFetch(service, url, init) });

  const fixed = { now: () => now, rateLimit: false } as const;
  const original = outlet(fixed);
  const changed = { key: original.key, fetch: changedFetch.bind(undefined, original) };
  const same = outlet({ ...fixed, ...parseAssumptions(JSON.parse(JSON.stringify(values))) });
  const { count, different } = await compare(same, changed, 1);

  expect(count).toBeGreaterThan(300);
  expect(different).toEqual([]);
});

async function responseOf(
  fake: Pick<FakeOutlet, 'fetch' | 'key'>,
  useCase: (typeof useCases)[number],
  request: string,
) {
  const response = await fake.fetch(`https://outlet.example/api/v1${request}`, {
    headers: { authorization: `Bearer ${fake.key(useCase).token}` },
  });
  const body: { readonly next?: unknown } = await response.json();
  return { status: response.status, body };
}
