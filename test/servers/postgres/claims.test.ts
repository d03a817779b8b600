import {
  createPostgresDeduplicator,
  type PostgresClient,
  type PostgresDeduplicator,
} from 'outlet-open-api/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../start/programs.js';
import {
  addEffect,
  clientsWithoutTransaction,
  type Database,
  openDatabase,
  untilBlocked,
} from './database.js';
import { createReceiver, deliver, deliverUntilHandled, type Moment } from './deliveries.js';
import { startProcess } from './processes/start-process.js';

const moments: readonly Moment[] = ['before done', 'before commit', 'after commit'];

/** Claims a key, and returns the token of the claim. */
async function claim(deduplicator: PostgresDeduplicator, key: string): Promise<string> {
  const claim = await deduplicator.claim(key, { leaseDuration: 30_000 });
  if (claim.state !== 'run') throw new Error('The key is taken.');
  return claim.token;
}

/** Ends the lease of a claim. */
function expire(client: PostgresClient, key: string): Promise<unknown> {
  return client.query('update outlet_deliveries set until = clock_timestamp() where key = $1', [key]);
}

describe.skipIf(!isInstalled('postgres'))('claims in transactions', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.close());

  test.concurrent.each(moments)('a process that is killed %s leaves one effect', async (moment) => {
    const { pool, server, effects } = database;
    const id = `killed ${moment}`;
    const { signal, printed } = await startProcess('deliver.ts', server.url, id, moment);
    expect({ signal, printed }).toEqual({ signal: 'SIGKILL', printed: [] });
    expect(await effects(id)).toBe(moment === 'after commit' ? 1 : 0);

    const deduplicator = createPostgresDeduplicator({ pool });
    await deliverUntilHandled(createReceiver({ pool, deduplicator }), id);
    expect(await effects(id)).toBe(1);
  });

  test.concurrent.each(moments)('a handler that fails %s leaves one effect', async (moment) => {
    const { pool, effects } = database;
    const id = `fails ${moment}`;
    const deduplicator = createPostgresDeduplicator({ pool });
    let hasFailed = false;
    const handle = createReceiver({
      pool,
      deduplicator,
      onMoment(now) {
        if (now !== moment || hasFailed) return;
        hasFailed = true;
        throw new Error('It failed.');
      },
    });
    expect(await deliver(handle, id)).toBe(503);
    expect(await deliver(handle, id)).toBe(200);
    expect(await deliver(handle, id)).toBe(200);
    expect(await effects(id)).toBe(1);
  });

  test.concurrent('a transaction whose connection is lost at the commit can run again', async () => {
    const { pool, transaction, effects } = database;
    const deduplicator = createPostgresDeduplicator({ pool });
    const key = 'connection lost';
    const token = await claim(deduplicator, key);
    const book = () =>
      transaction(async (client) => {
        await addEffect(client, key);
        await deduplicator.with(client).done({ key, token, ttl: 60_000 });
      });
    await book();
    await expect(book()).rejects.toThrow('its claim was lost, or it is done already');
    expect(await effects(key)).toBe(1);
  });

  test.concurrent('a claim that another process took over rolls back', async () => {
    const { pool, effects } = database;
    const id = 'lost claim';
    const errors: unknown[] = [];
    const other = createReceiver({ pool, deduplicator: createPostgresDeduplicator({ pool }) });
    const handle = createReceiver({
      pool,
      deduplicator: createPostgresDeduplicator({ pool }),
      onError: (error) => errors.push(error),
      async onMoment(moment, { key }) {
        if (moment !== 'before done') return;
        await expire(pool, key);
        await deliverUntilHandled(other, id);
      },
    });
    expect(await deliver(handle, id)).toBe(503);
    expect(errors).toMatchObject([
      { name: 'OutletError', message: expect.stringContaining('was not marked as done') },
    ]);
    expect(await effects(id)).toBe(1);
  });

  test.concurrent('release and renew after done change nothing', async () => {
    const { pool, transaction } = database;
    const deduplicator = createPostgresDeduplicator({ pool });
    const key = 'released after done';
    const token = await claim(deduplicator, key);
    await transaction(async (client) => {
      await deduplicator.with(client).done({ key, token, ttl: 60_000 });
      // The transaction has locked the row, so that a query would wait for it.
      expect(await deduplicator.renew(key, token, 1)).toBe(true);
    });
    expect(await deduplicator.renew(key, token, 1)).toBe(true);
    await deduplicator.release(key, token);
    expect(await deduplicator.claim(key, { leaseDuration: 1 })).toEqual({ state: 'done' });
    expect(await deduplicator.renew(key, token, 1)).toBe(false);
  });

  test.concurrent('without updatedAt, each event is handled, and its transaction needs the claim', async () => {
    const { pool, effects } = database;
    const id = 'untimed';
    const deduplicator = createPostgresDeduplicator({ pool });
    const handle = createReceiver({ pool, deduplicator });
    expect(await deliver(handle, id, {})).toBe(200);
    expect(await deliver(handle, id, {})).toBe(200);
    expect(await effects(id)).toBe(2);

    const lost = createReceiver({
      pool,
      deduplicator,
      onMoment: (moment, { key, token }) => moment === 'before done' && deduplicator.release(key, token),
    });
    expect(await deliver(lost, id, {})).toBe(503);
    expect(await effects(id)).toBe(2);
  });

  test.concurrent('without updatedAt, nobody else can claim the event until the transaction ends', async () => {
    const { pool, transaction } = database;
    const deduplicator = createPostgresDeduplicator({ pool });
    const key = 'locked';
    const token = await claim(deduplicator, key);
    const next = await transaction(async (client) => {
      await deduplicator.with(client).done({ key, token });
      await expire(client, key);
      const claiming = deduplicator.claim(key, { leaseDuration: 30_000 });
      await untilBlocked(pool, client);
      return { claiming };
    });
    expect(await next.claiming).toMatchObject({ state: 'run' });
  });

  test.concurrent('one of a hundred claims deletes what has expired', async ({ expect }) => {
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

  test.each(clientsWithoutTransaction)('done rejects on %s, and marks nothing', async (kind, run) => {
    const { pool, transaction } = database;
    const deduplicator = createPostgresDeduplicator({ pool });
    const key = `done on ${kind}`;
    const token = await claim(deduplicator, key);
    const ending = { key, token, ttl: 60_000 };
    await run(pool, (client) =>
      expect(deduplicator.with(client).done(ending)).rejects.toThrow(
        'must be the connection that has your transaction open',
      ),
    );
    expect(await deduplicator.claim(key, { leaseDuration: 1 })).toEqual({ state: 'busy' });
    await transaction((client) => deduplicator.with(client).done(ending));
    expect(await deduplicator.claim(key, { leaseDuration: 1 })).toEqual({ state: 'done' });
  });
});
