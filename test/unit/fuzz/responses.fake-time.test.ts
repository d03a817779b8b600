import fc from 'fast-check';
import { EndlessListError } from 'outlet-open-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../support/runs.js';
import { clientOf, json, scriptedService } from '../../support/services/scripted-service.js';
import { anyValue } from './given-values.js';
import { iterated } from './iterated.js';
import { ended, expectLawful, expectOwnEndpoints, outcomeOf, underWatch } from './laws.js';
import { callOf, sending } from './public-functions.js';
import { anyDeed } from './responses.js';

underWatch();

/** Loads the schemas, which fake timers would not wait for. */
beforeAll(async () => {
  await clientOf(scriptedService(json([])), {
    responseValidation: 'strict',
    rateLimit: false,
  }).channels.list();
});

const script = fc.array(anyDeed, { minLength: 1, maxLength: 4 });
const validation = fc.constantFrom('off' as const, 'lenient' as const, 'strict' as const);
const limits = { rateLimit: false, timeout: 1_000, deadline: 3_000 } as const;

describe.each(sending.map((sender) => [sender.name, sender] as const))('%s', (_, sender) => {
  test('ends with data or a documented error, whatever the service returns', async () => {
    await fc.assert(
      fc.asyncProperty(
        script,
        validation,
        fc.nat({ max: 2 }),
        async (deeds, responseValidation, maxRetries) => {
          const service = scriptedService(...deeds.map(({ step }) => step));
          const outlet = clientOf(service, { ...limits, responseValidation, maxRetries });
          const outcome = await ended(
            outcomeOf(() => callOf(outlet, sender, sender.valid), false).then((outcome) =>
              iterated(outcome, 100),
            ),
          );
          expectLawful(outcome);
          expectOwnEndpoints(service.arrivals, sender.mayCall);
          expect(service.arrivals.length).toBeLessThan(80);
          for (const { url } of service.arrivals)
            expect(url.searchParams.getAll('cursor').length).toBeLessThan(2);
        },
      ),
      { numRuns: runs(25) },
    );
  });
});

test('a fetch that throws synchronously or returns no promise ends a call with a documented error', async () => {
  await fc.assert(
    fc.asyncProperty(anyValue, fc.boolean(), async ({ make }, throws) => {
      const fetch = () => {
        if (throws) throw make();
        return Object.getOwnPropertyDescriptor({ response: make() }, 'response')?.value;
      };
      const outlet = clientOf({ fetch, arrivals: [] }, { ...limits, maxRetries: 0 });
      expectLawful(await ended(outcomeOf(() => outlet.orders.get('o-1'), false)));
    }),
    { numRuns: runs(100) },
  );
});

test('headers that state a rate limit never block a key for long', async () => {
  const deeds = fc.array(anyDeed, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(deeds, async (deeds) => {
      const service = scriptedService(...deeds.map(({ step }) => step), json({ id: 'o-1' }));
      const outlet = clientOf(service, { timeout: 1_000, maxRetries: 0 });
      for (const _ of deeds) expectLawful(await ended(outcomeOf(() => outlet.orders.get('o-1'), false)));
      expectLawful(await ended(outcomeOf(() => outlet.orders.get('o-1'), false)));
    }),
    { numRuns: runs(30) },
  );
});

test.each(
  ['orders', 'actionLogs', 'goodsReceipts'].map(
    (resource) => sending.find(({ name }) => name === `${resource}.list`) ?? expect.fail(resource),
  ),
)('repeating cursors of $name end the iteration with an error', async (sender) => {
  const cursors = fc.array(fc.constantFrom('c-1', 'c-2', 'c-3', '__proto__', ' '), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(cursors, async (cursors) => {
      const service = scriptedService(...cursors.map((next) => json({ data: [{ id: next }], next })));
      const outlet = clientOf(service, limits);
      const pages = outcomeOf(() => callOf(outlet, sender, sender.valid), false);
      const outcome = await ended(pages.then((outcome) => iterated(outcome, 100)));
      expect('error' in outcome && outcome.error instanceof EndlessListError).toBe(true);
      expect(service.arrivals.length).toBeLessThan(10);
    }),
    { numRuns: runs(25) },
  );
});
