import { createPostgresDeduplicator, type PostgresClient } from 'outlet-open-api/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../start/programs.js';
import { type Database, openDatabase, untilBlocked } from './database.js';

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

  test('a claim that waits for another one of an expired delivery is busy, and not done', async () => {
    const { pool, transaction } = database;
    const key = 'handled long ago';
    const text = 'insert into outlet_deliveries (key, until) values ($1, clock_timestamp())';
    await pool.query(text, [key]);
    const claimOn = (client: PostgresClient) =>
      createPostgresDeduplicator({ pool: client }).claim(key, { leaseDuration: 30_000 });
    const second = await transaction(async (client) => {
      expect(await claimOn(client)).toMatchObject({ state: 'run' });
      const claiming = claimOn(pool);
      await untilBlocked(pool, client);
      return { claiming };
    });
    expect(await second.claiming).toEqual({ state: 'busy' });
  });
});
