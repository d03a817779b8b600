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
const [first = 1, last = first] = (process.env.LEARN_SEEDS ?? '1-10').split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

const canCall = ({ allows }: Assumptions, useCase: UseCase, endpoints: readonly FakeEndpoint[]) =>
  endpoints.every((endpoint) => allows[useCase]?.includes(endpoint) ?? true);

/** Values that no response or only some responses show, even if the keys have access. */
const sometimesShown: Partial<Record<keyof Assumptions, string>> = {
  sparsePages: 'false is never certain',
  listsPartnerAggregated: 'false is never certain, and true only if the sample of orders has one',
  retryAfter: 'needs a 429',
  concurrentDuplicate: 'needs two requests that run at the same time',
};

/** These probes need a second key with access to this endpoint. */
const needsTwoKeys: Partial<Record<string, FakeEndpoint>> = {
  foreignOrderStatus: 'PUT /orders/{id}',
  foreignReservationStatus: 'PUT /orders/reservations/{id}',
};

/** Returns the assumptions that the calls of the probes must show with a key of each use case. */
function mustBeFound(assumed: Assumptions, write: boolean): string[] {
  return Object.entries<Probe<unknown> | Reason>(assumptionProbes).flatMap(([name, probe]) => {
    if ('notObservable' in probe || name in sometimesShown) return [];
    const isPossible = probe.calls.some(
      (endpoints) =>
        (write || !needsWrite(endpoints)) && useCases.some((useCase) => canCall(assumed, useCase, endpoints)),
    );
    const shared = needsTwoKeys[name];
    const keys = useCases.filter((useCase) => shared === undefined || canCall(assumed, useCase, [shared]));
    // An API that rounds the ends of windows states 0 as well.
    if (name === 'windowPhase' && assumed.windowPhase === 0) return [];
    // An API that allows everything may check the access after the body.
    if (name === 'allows' && Object.keys(assumed.allows).length === 0) return [];
    // Without undocumented fields, a discount does not show its amount.
    const isHidden = name === 'discountField' && !write && !assumed.undocumentedFields;
    return isPossible && keys.length > 1 && !isHidden ? [name] : [];
  });
}

describe.each(seeds)('with seed %i of hostile mode', (seed) => {
  test('GET requests find what they can show, and nothing else', async () => {
    const fake = createFakeOutlet({ hostile: true, seed });
    const learned = await learnFrom(fake);
    expectRight(learned, fake);
    expect(Object.keys(learned.values)).toEqual(expect.arrayContaining(mustBeFound(fake.assumptions, false)));
    expect(Object.keys(learned.values).length).toBeGreaterThanOrEqual(16);
    expect(new Set(fake.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(learned.requests).toBeLessThanOrEqual(200);
  });

  test('orders of its own show more, and end as cancelled', async () => {
    const fake = createFakeOutlet({ hostile: true, seed });
    const learned = await learnFrom(fake, { write: true });
    expectRight(learned, fake);
    expect(Object.keys(learned.values)).toEqual(expect.arrayContaining(mustBeFound(fake.assumptions, true)));
    expect(Object.keys(learned.values).length).toBeGreaterThanOrEqual(23);
    expect(learned.requests).toBeLessThanOrEqual(200);
    expect(learned.leftOvers).toEqual([]);
    expect(openOrdersOf(fake)).toEqual([]);
  });
});
