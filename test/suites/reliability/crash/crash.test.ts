import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bundled } from '../../../support/running/bundled.js';
import { planRun } from './plan.js';
import { performRun } from './run.js';

const program = await bundled(new URL('program/main.ts', import.meta.url));
afterAll(() => rm(dirname(program), { recursive: true }));

// A small version of `npm run nightly -- crash`.
describe.concurrent('a program that is killed at random moments', () => {
  test.each([
    { seed: 1, extent: { kills: 3, programs: 1, outlets: 1, days: 21 } },
    { seed: 4, extent: { kills: 2, programs: 2, outlets: 2, days: 21 } },
  ])(
    'loses nothing, with $extent.programs at a time and $extent.outlets outlets',
    async ({ seed, extent }) => {
      const { kills, violations, delivered } = await performRun(planRun(seed, extent), program);
      expect(violations).toEqual([]);
      expect(kills).toHaveLength(extent.kills);
      expect(delivered).toBeGreaterThan(100);
    },
  );
});

test('a seed plans the same run', () => {
  expect(planRun(7)).toEqual(planRun(7));
  expect(planRun(8)).not.toEqual(planRun(7));
});
