import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { performKills } from '../../../../support/outbox/kill-run.js';
import { bundled } from '../../../../support/running/bundled.js';
import { isInstalled } from '../../start/programs.js';
import { type Database, openDatabase } from '../database.js';

/** The seeds, such as `1-20`. */
const [first = 1, last = first] = (process.env.OUTBOX_SEEDS ?? '1').split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe.skipIf(!isInstalled('postgres'))('three backends with one outbox in PostgreSQL', () => {
  let database: Database;
  let program: string;
  beforeAll(async () => {
    database = await openDatabase();
    program = await bundled(new URL('outbox-backend.ts', import.meta.url));
  });
  afterAll(() => database.close());

  test.each(seeds)(
    'that are killed lose and double no order, with seed %i',
    { timeout: 240_000 },
    async (seed) => {
      await database.pool.query('truncate outlet_outbox');
      const kills = 12;
      const processes = 3;
      const report = await performKills({ program, args: [database.server.url], processes }, seed, kills);
      console.log(`seed ${seed}`, report);
      expect(report.violations).toEqual([]);
      expect(report.kills).toBe(kills);
      expect(report.accepted).toBeGreaterThan(10);
    },
  );
});
