import { expect, test } from 'vitest';
import { performKills } from '../../../support/outbox/kill-run.js';
import { bundled } from '../../../support/running/bundled.js';

const program = await bundled(new URL('backend.ts', import.meta.url));

/** The seeds, such as `1-20`. An outlet with an even seed is hostile. The run with PostgreSQL has seed 1. */
const [first = 1, last = first] = (process.env.OUTBOX_SEEDS ?? '2').split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

test.each(seeds)('a backend that is killed loses and doubles no order, with seed %i', async (seed) => {
  const kills = 12;
  const report = await performKills({ program }, seed, kills);
  console.log(`seed ${seed}`, report);
  expect(report.violations).toEqual([]);
  expect(report.kills).toBe(kills);
  expect(report.accepted).toBeGreaterThan(10);
});
