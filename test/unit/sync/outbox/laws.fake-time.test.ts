import { afterEach, describe, expect, test, vi } from 'vitest';
import { inFakeTime } from '../../../support/time/fake-time.js';
import { randomOf } from './random.js';
import { simulate } from './simulation.js';

/** The seeds, such as `1-200`. Each takes some 4 s, so `npm test` runs one, and the nightly part `outbox` 200. */
const [first = 1, last = first] = (process.env.OUTBOX_SEEDS ?? '4').split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

afterEach(() => void vi.useRealTimers());

describe('an accepted order reaches the outlet once, and its entry ends with its status', () => {
  test.each(seeds)('with seed %i', { timeout: 120_000 }, async (seed) => {
    vi.useFakeTimers({ now: Date.parse('2026-03-07T17:00:00Z') });
    // The pauses between attempts are random.
    vi.spyOn(Math, 'random').mockImplementation(randomOf(seed).next);
    const result = await inFakeTime(() => simulate(seed));
    if (process.env.OUTBOX_SEEDS) console.log(seed, JSON.stringify(result));
    expect(result.violations).toEqual([]);
    expect(result.states.created).toBeGreaterThan(3);
    expect(result.faults).toBeGreaterThan(3);
  });
});
