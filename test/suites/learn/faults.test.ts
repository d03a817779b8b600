import { createFakeOutlet, type FaultKind } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { expectRight, learnFrom, openOrdersOf } from './learn-from.js';

const faults: readonly FaultKind[] = [
  'server-error',
  'server-error-after-effect',
  'lost-response',
  'dropped-request',
  'rate-limited',
  'bad-gateway-html',
  'cut-body',
  'invalid-json',
];

const seeds = process.env.NIGHTLY ? [1, 2, 3, 4] : [1];

test.each(seeds)('no fault makes a value wrong, with seed %i', async (seed) => {
  const fake = createFakeOutlet({ hostile: true, seed });
  for (const fault of faults) fake.failNext({ fault, times: Number.POSITIVE_INFINITY, share: 0.03 });
  const learned = await learnFrom(fake, { write: true });
  expectRight(learned, fake);
  expect(Object.keys(learned.values).length).toBeGreaterThan(5);
  expect(learned.requests).toBeLessThanOrEqual(300);
  expect(openOrdersOf(fake).length).toBeLessThanOrEqual(learned.leftOvers.length);
});

test('a 429 shows how retryAfter is rounded', async () => {
  const fake = createFakeOutlet({ retryAfter: 'zero' });
  fake.failNext({ fault: 'rate-limited', path: '/orders' });
  expect((await learnFrom(fake)).values.retryAfter).toBe('zero');
});

test('an API that fails at every write shows only what GET requests show', async () => {
  const fake = createFakeOutlet();
  fake.failNext({ fault: 'server-error-after-effect', method: 'POST', times: Number.POSITIVE_INFINITY });
  const learned = await learnFrom(fake, { write: true });
  expectRight(learned, fake);
  expect(learned.finding('dineInOrders').result).toBe('not-observable');
});
