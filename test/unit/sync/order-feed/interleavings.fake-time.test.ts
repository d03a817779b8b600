import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { runs } from '../../../support/runs.js';
import { noon } from './by-hand.js';
import { type Happening, type Plan, type Step, World } from './world.js';

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

const anyStep = (ends: fc.Arbitrary<Step['ends']>) => fc.record({ takes: fc.nat({ max: 400 }), ends });
const well = fc.constant('well' as const);
const anyEnd = fc.oneof(
  { weight: 6, arbitrary: well },
  { weight: 2, arbitrary: fc.constant('badly' as const) },
  { weight: 1, arbitrary: fc.constant('missing' as const) },
);

/** Few orders and little time, so that much happens at the same time. */
const anyHappening: fc.Arbitrary<Happening> = fc.record({
  at: fc.nat({ max: 3_000 }),
  keyRef: fc.constantFrom('a', 'a', 'b'),
  order: fc.constantFrom('o-1', 'o-2', 'o-3'),
  kind: fc.constantFrom('change', 'change', 'again', 'forged'),
  delay: fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 3_000 })),
  claim: fc.oneof(fc.integer({ min: -3_000, max: 3_000 }), fc.constant(Number.NaN)),
});

const anyPlan = (ends: fc.Arbitrary<Step['ends']>): fc.Arbitrary<Plan> =>
  fc.record({
    happenings: fc.array(anyHappening, { minLength: 1, maxLength: 25 }),
    steps: fc.array(anyStep(ends), { minLength: 1, maxLength: 12 }),
    concurrency: fc.integer({ min: 1, max: 3 }),
    concurrencyPerKey: fc.integer({ min: 1, max: 3 }),
    hasSlowClock: fc.boolean(),
  });

/** Runs a plan in a world, which checks the laws. */
async function run(plan: Plan): Promise<World> {
  vi.useFakeTimers({ now: noon });
  const world = new World(plan);
  await world.run();
  return world;
}

describe('whenever events arrive, each is handled by a fetch that began after it arrived', () => {
  test('whatever fails', async () => {
    const property = fc.asyncProperty(anyPlan(anyEnd), async (plan) => void (await run(plan)));
    await fc.assert(property, { numRuns: runs(100) });
  });

  test('and if nothing fails, no event costs more than one fetch', async () => {
    const property = fc.asyncProperty(anyPlan(well), async (plan) => {
      const { fetches, events } = await run(plan);
      expect(fetches).toBeLessThanOrEqual(events);
    });
    await fc.assert(property, { numRuns: runs(60) });
  });
});
