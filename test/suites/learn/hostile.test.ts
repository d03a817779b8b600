import { createFakeOutlet } from 'outlet-open-api/testing';
import { describe, expect, test } from 'vitest';
import { type UseCase, useCases } from '../../../src/entities/use-case.js';
import type { Assumptions } from '../../../src/fake/assumptions.js';
import type { FakeEndpoint } from '../../../src/fake/service/router.js';
import { needsWrite } from '../../../src/learn/access-requests.js';
import type { Probe, Reason } from '../../../src/learn/probe.js';
import { assumptionProbes } from '../../../src/learn/probes/index.js';
import { expectRight, learnFrom, openOrdersOf } from './learn-from.js';

// More seeds: npm run nightly -- learn --seeds 1-100
const [first = 1, last = first] = (process.env.LEARN_SEEDS ?? '1-2').split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

const canCall = ({ allows }: Assumptions, useCase: UseCase, endpoints: readonly FakeEndpoint[]) =>
  endpoints.every((endpoint) => allows[useCase]?.includes(endpoint) ?? true);

/** Values that no response or only some responses show, even if the keys have access. */
const sometimesShown: Partial<Record<keyof Assumptions, string>> = {
  sparsePages: 'false is never certain',
  ordersFilteredBy: 'a time after the creation can be that of several events',
  undocumentedFields: 'false is never certain',
  emptyFields: 'goods receipts of the fake have all fields',
  emptyLists: 'orders of the fake can lack appliedDiscounts, which is a field without a value',
  headerDifference: '0 is never certain',
  endedOrderStatus: 'only the restaurant can complete an order',
  retryAfter: 'needs a 429',
  concurrentDuplicate: 'needs two requests that run at the same time',
};

/** Returns the assumptions that the calls of the probes must show with a key of each use case. */
function mustBeFound(assumed: Assumptions, write: boolean): string[] {
  return Object.entries<Probe<unknown> | Reason>(assumptionProbes).flatMap(([name, probe]) => {
    if ('notObservable' in probe || name in sometimesShown) return [];
    const canBeCalled = (endpoints: readonly FakeEndpoint[]) =>
      useCases.some((useCase) => canCall(assumed, useCase, endpoints));
    const places = probe.calls.filter(([endpoint]) => canBeCalled([endpoint]));
    const isPossible =
      places.length > 0 &&
      places.every((endpoints) => (write || !needsWrite(endpoints)) && canBeCalled(endpoints));
    // An API that rounds the ends of windows states 0 as well.
    if (name === 'windowPhase' && assumed.windowPhase === 0) return [];
    return isPossible ? [name] : [];
  });
}

describe.each(seeds)('with seed %i of hostile mode', (seed) => {
  test('GET requests find what they can show, and nothing else', async () => {
    const fake = createFakeOutlet({ hostile: true, seed });
    const learned = await learnFrom(fake);
    expectRight(learned, fake);
    expect(Object.keys(learned.values)).toEqual(expect.arrayContaining(mustBeFound(fake.assumptions, false)));
    expect(Object.keys(learned.values).length).toBeGreaterThanOrEqual(11);
    expect(new Set(fake.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(learned.requests).toBeLessThanOrEqual(300);
  });

  test('orders of its own show more, and end as cancelled', async () => {
    const fake = createFakeOutlet({ hostile: true, seed });
    const learned = await learnFrom(fake, { write: true });
    expectRight(learned, fake);
    expect(Object.keys(learned.values)).toEqual(expect.arrayContaining(mustBeFound(fake.assumptions, true)));
    expect(Object.keys(learned.values).length).toBeGreaterThanOrEqual(17);
    expect(learned.requests).toBeLessThanOrEqual(300);
    expect(learned.leftOvers).toEqual([]);
    expect(openOrdersOf(fake)).toEqual([]);
  });
});
