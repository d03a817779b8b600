import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../../start/programs.js';
import { startProcess } from '../../start/start-process.js';
import { type Database, openDatabase } from '../database.js';
import { closeGate } from './start-together.js';

const processes = 4;

describe.skipIf(!isInstalled('postgres'))('4 processes', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.close());

  /** Runs a program in several processes, which do nothing until all of them have started. */
  async function runAll(program: string, count: number) {
    const open = await closeGate(database.pool);
    const ends = Array.from({ length: processes }, (_, seed) =>
      startProcess(new URL(program, import.meta.url), database.server.url, String(seed), String(count)),
    );
    await open(processes);
    return Promise.all(ends);
  }

  test('that compete for a lease count each number once', async () => {
    const goal = 200;
    const ends = await runAll('count.ts', goal);
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const names = await namesOfEffects(database, 'count %');
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(goal);
    // Some runs have lost their lease, so that their effect was rolled back.
    expect(ends.flatMap(({ printed }) => printed)).toContain('lost');
  });
});

async function namesOfEffects({ pool }: Database, pattern: string): Promise<string[]> {
  const { rows } = await pool.query('select name from effects where name like $1', [pattern]);
  return rows.map(({ name }) => name);
}
