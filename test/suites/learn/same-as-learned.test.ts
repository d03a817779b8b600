import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { parseAssumptions } from '../../../src/emulator/parse-assumptions.js';
import { useCases } from '../../../src/entities/use-case.js';
import { createRandom, type Random } from '../../../src/random.js';
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

test.each([1, 2])('a fake with the values of a file responds as the outlet, with seed %i', async (seed) => {
  const learned = await learnFrom(createFakeOutlet({ hostile: true, seed }), { write: true });
  const values = parseAssumptions(JSON.parse(JSON.stringify(learned.values)));

  const original = createFakeOutlet({ hostile: true, seed, now: () => now, rateLimit: false });
  // What is not observed is the same in both.
  const same = createFakeOutlet({
    seed,
    now: () => now,
    rateLimit: false,
    ...original.assumptions,
    ...values,
  });
  const orders = [...original.orders.all().map(({ id }) => id), 'unknown'];

  const random = createRandom(seed);
  const statuses = new Set<number>();
  for (let count = 0; count < 300; count += 1) {
    const useCase = random.pick(useCases);
    let request = someRequest(orders, random);
    // Follows a list for two pages.
    for (let page = 0; page < 2; page += 1) {
      const [expected, found] = await Promise.all(
        [original, same].map((fake) => responseOf(fake, useCase, request)),
      );
      expect(found, request).toEqual(expected);
      statuses.add(expected?.status ?? 0);
      if (typeof expected?.body?.next !== 'string') break;
      request += `&cursor=${encodeURIComponent(expected.body.next)}`;
    }
  }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]));
});

async function responseOf(fake: FakeOutlet, useCase: (typeof useCases)[number], request: string) {
  const response = await fake.fetch(`${fake.baseUrl}/api/v1${request}`, {
    headers: { authorization: `Bearer ${fake.key(useCase).token}` },
  });
  const body: { readonly next?: unknown } = await response.json();
  return { status: response.status, body };
}
