import { createPostgresDeduplicator } from 'outlet-open-api/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../start/programs.js';
import { type Database, openDatabase } from './database.js';

describe.skipIf(!isInstalled('postgres'))('claims in PostgreSQL', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.close());

  test('one of a hundred claims deletes what has expired', async () => {
    const { pool } = database;
    const claimAll = async (name: string, leaseDuration: number) => {
      const deduplicator = createPostgresDeduplicator({ pool });
      const keys = Array.from({ length: 101 }, (_, index) => `${name} ${index}`);
      for (const key of keys) await deduplicator.claim(key, { leaseDuration });
    };
    const expired = async () => {
      const text = "select key from outlet_deliveries where key like 'expired %'";
      return (await pool.query(text)).rows.length;
    };
    await claimAll('expired', 1);
    await claimAll('active', 30_000);
    await expect.poll(expired).toBe(0);
  });
});
