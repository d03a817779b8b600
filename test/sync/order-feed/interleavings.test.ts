import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noon } from './by-hand.js';
import { type Happening, type Plan, type Turn, World } from './world.js';

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const mostly = fc.constantFrom('well' as const);
const turn = (ends: fc.Arbitrary<Turn['ends']>) => fc.record({ takes: fc.nat({ max: 400 }), ends });
const ending = fc.oneof(
  { weight: 4, arbitrary: mostly },
  { weight: 2, arbitrary: fc.constant('badly' as const) },
  { weight: 1, arbitrary: fc.constant('missing' as const) },
);

/** Few orders and little time, so that much of it meets. */
const happening = (kinds: readonly Happening['kind'][]) =>
  fc.record({
    at: fc.nat({ max: 3_000 }),
    order: fc.constantFrom('o-1', 'o-2', 'o-3'),
    kind: fc.constantFrom(...kinds),
    delay: fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 3_000 })),
    claim: fc.oneof(fc.integer({ min: -3_000, max: 3_000 }), fc.constant(Number.NaN)),
  });

const plan = (
  kinds: readonly Happening['kind'][],
  ends: fc.Arbitrary<Turn['ends']>,
  clocks: fc.Arbitrary<Pick<Plan, 'skew' | 'carriesTime'>>,
): fc.Arbitrary<Plan> =>
  fc
    .record({
      happenings: fc.array(happening(kinds), { minLength: 1, maxLength: 25 }),
      fetches: fc.array(turn(ends), { minLength: 1, maxLength: 8 }),
      runs: fc.array(turn(ends), { minLength: 1, maxLength: 8 }),
      concurrency: fc.integer({ min: 1, max: 3 }),
      clocks,
    })
    .map(({ clocks, ...rest }) => ({ ...rest, ...clocks }));

/** Runs a plan in a world, which holds it against the laws. */
async function run(plan: Plan): Promise<World> {
  vi.useFakeTimers({ now: noon });
  const world = new World(plan);
  await world.run();
  return world;
}

const lawful = async (plan: Plan) => {
  await run(plan);
};

const inStep = fc.record({ skew: fc.constant(0), carriesTime: fc.boolean() });
/** Orders that say when they changed make up for a clock that is ahead; one that is behind does no harm. */
const outOfStep = fc.oneof(
  fc.record({ skew: fc.integer({ min: -3_000, max: 3_000 }), carriesTime: fc.constant(true) }),
  fc.record({ skew: fc.integer({ min: -3_000, max: 0 }), carriesTime: fc.constant(false) }),
);
const real = ['change', 'change', 'again', 'undated'] as const;

describe('whatever comes when, what an event tells of has been dealt with when its promise settles', () => {
  test('whatever fails', async () => {
    await fc.assert(fc.asyncProperty(plan(real, ending, inStep), lawful), { numRuns: 100 });
  });

  test('also where anybody sends events, with any claim, and clocks differ', async () => {
    const anything = [...real, 'forged', 'forged'] as const;
    await fc.assert(fc.asyncProperty(plan(anything, ending, outOfStep), lawful), { numRuns: 100 });
  });

  test('and where nothing fails, no event costs more than one fetch', async () => {
    const anything = [...real, 'forged'] as const;
    const property = fc.asyncProperty(plan(anything, mostly, outOfStep), async (plan) => {
      const { fetches, events } = await run(plan);
      expect(fetches).toBeLessThanOrEqual(events);
    });
    await fc.assert(property, { numRuns: 80 });
  });
});
