import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../../../src/random.js';
import { percentile } from '../../suites/bench/rates.js';
import { rejections, share, waits } from './rates-and-waits.js';
import { burst, type Call, type Outcome, simulate, type World } from './simulation.js';
import { createWorld, worlds } from './worlds.js';

/** How long a run takes, and from when it is measured. Milliseconds. */
const span = 50_000;
const start = 10_000;

/** Enough runs that chance averages out. */
const seeds = fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 10, maxLength: 10 });

/** A backfill that saturates the key, and an interactive call every half second. */
function saturate(world: World, seed: number): Outcome {
  const { next } = createRandom(seed + 2);
  const guests: Call[] = [];
  for (let at = start / 2; at < span; at += 250 + 500 * next()) guests.push({ at, priority: 'interactive' });
  const backfill = burst((span / 1_000) * 8, 0, 'background');
  return simulate(world, [...backfill, ...guests], span + 10_000);
}

test.each(worlds)(
  'a key uses its limit, and hardly any interactive call waits, with %s',
  (_, create, target) => {
    const law = fc.property(seeds, (all) => {
      const outcomes = all.map((seed) => saturate(create(seed), seed));
      const shares = outcomes.map((outcome) => share(outcome, start, span));
      const requests = outcomes.flatMap(({ sent }) =>
        sent.filter(({ countedAt }) => countedAt > start),
      ).length;
      const rejected = outcomes.map((outcome) => rejections(outcome, start));
      expect(sum(shares) / shares.length).toBeGreaterThan(target.share);
      expect((1_000 * sum(rejected)) / requests).toBeLessThan(target.rejected);
      expect(
        percentile(
          outcomes.flatMap((outcome) => waits(outcome, start)),
          0.99,
        ),
      ).toBeLessThan(target.wait);
    });
    fc.assert(law, { numRuns: 1, endOnFailure: true });
  },
);

test('no call is lost with a round trip of 800 ms and a jitter of 50 %', () => {
  const law = fc.property(fc.integer(), (seed) => {
    const world = createWorld(seed, { roundTrip: 800, jitter: 0.5 });
    const { sent } = simulate(world, burst(200, 0, 'background'));
    expect(sent.filter(({ isRejected }) => !isRejected)).toHaveLength(200);
    expect(sent.length).toBeLessThan(230);
  });
  fc.assert(law, { numRuns: 10, endOnFailure: true });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}
