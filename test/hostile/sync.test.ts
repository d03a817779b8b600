import fc from 'fast-check';
import { createOrderFeed, type OrderFeed } from 'outlet-open-api/sync';
import { expect, test } from 'vitest';
import { clientOf, json, scriptedService } from '../scripted-service.js';
import { abortedSignal, anyValue, inPlaceOf } from './given-values.js';
import { ended, expectLawful, expectOwnEndpoints, outcomeOf, underWatch } from './laws.js';
import { untyped } from './public-functions.js';

underWatch();

const service = scriptedService(() => json({ id: 'o-1' }));
const outlet = clientOf(service, { rateLimit: false, maxRetries: 0, deadline: 5_000 });
const delivery = { event: 'order.complete', id: 'o-1', updatedAt: '2026-01-01T00:00:00Z', raw: {} };
const options = {
  onOrder: () => {},
  onError: () => {},
  signal: new AbortController().signal,
  concurrency: 2,
  maxPending: 3,
};

/** Notifies a feed and closes it: gives what came of the event. */
async function used(feed: object, ...input: unknown[]) {
  const outcome = await ended(outcomeOf(() => untyped(feed, 'notify', input), false));
  await ended(Promise.resolve(untyped(feed, 'close', [])));
  return outcome;
}

test('createOrderFeed gives a feed that works or one of its errors, whatever it is passed', async () => {
  const client = { orders: outlet.orders };
  const given = fc.oneof(
    fc.tuple(inPlaceOf(client), inPlaceOf(options)),
    fc.tuple(fc.constant({ name: 'valid', make: () => client }), inPlaceOf(options)),
  );
  await fc.assert(
    fc.asyncProperty(given, async (given) => {
      const input = given.map(({ make }) => make());
      const made = await outcomeOf(() => untyped({ createOrderFeed }, 'createOrderFeed', input), true);
      expectLawful(made);
      if ('error' in made) return;
      const outcome = await used(Object(made.data), delivery);
      if ('error' in outcome) expect(outcome.error).toBe(abortedSignal.reason);
      else expect(outcome.data).toBe('handled');
    }),
    { numRuns: 200 },
  );
});

test.each([
  delivery,
  { event: 'order.inKitchen', id: 'o-1', raw: {} },
  { event: 'unknown', name: 'order.moved', reason: 'name', id: 'o-1', raw: {} },
  { event: 'menus.published', updatedAt: '2026-01-01T00:00:00Z', raw: {} },
])('notify fetches an order or nothing, whatever it is passed in place of $event', async (event) => {
  await fc.assert(
    fc.asyncProperty(inPlaceOf(event), async (given) => {
      service.arrivals.length = 0;
      const feed: OrderFeed = createOrderFeed(outlet, options);
      const outcome = await used(feed, given.make());
      expectLawful(outcome);
      if ('data' in outcome) expect(['handled', 'none']).toContain(outcome.data);
      expectOwnEndpoints(service.arrivals, ['orders.get']);
      expect(service.arrivals.length).toBeLessThan(2);
      expect(feed.pending).toBe(0);
    }),
    { numRuns: 100 },
  );
});

test('whatever a client gives, and onOrder and onError give or throw, a promise settles', async () => {
  const ways = fc.constantFrom('gives', 'throws', 'rejects with');
  await fc.assert(
    fc.asyncProperty(anyValue, ways, anyValue, ways, anyValue, async (order, how, work, told, log) => {
      const does = (way: string, value: unknown) => () => {
        if (way === 'throws') throw value;
        return way === 'gives' ? value : Promise.reject(value);
      };
      const thrown = work.make();
      const client = { orders: { get: () => order.make() } };
      const made: object = Reflect.apply(createOrderFeed, undefined, [
        client,
        { onOrder: does(how, thrown), onError: does(told, log.make()) },
      ]);
      const outcome = await used(made, delivery);
      expect(Object.keys(outcome)).toHaveLength(1);
      if ('data' in outcome) expect(outcome.data).toBe('handled');
    }),
    { numRuns: 200 },
  );
});
