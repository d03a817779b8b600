import type { Order, OutletClient } from 'outlet-open-api';
import { createPostgresCheckpointStore, type PostgresCheckpointStore } from 'outlet-open-api/postgres';
import {
  type BackfillInfo,
  type BackfillOptions,
  backfillOrders,
  LeaseError,
  type SyncRun,
} from 'outlet-open-api/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quickOutlet } from '../../../unit/sync/quick-outlet.js';
import { isInstalled } from '../start/programs.js';
import {
  addEffect,
  clientsWithoutTransaction,
  type Database,
  openDatabase,
  untilBlocked,
} from './database.js';

const orders = 60;
const checkpoint = { version: 2, task: 'backfill', outletRef: 'bistro' } as const;

/** Returns a client of an outlet with orders. */
function createOutlet(): OutletClient {
  const { fake, outlet } = quickOutlet();
  const created = new Date('2026-01-02T12:00:00Z');
  for (let order = 0; order < orders; order += 1) fake.orders.add({ created, status: 'complete' });
  return outlet;
}

async function acquire(store: PostgresCheckpointStore, name: string): Promise<SyncRun> {
  const run = await store.acquire({ name, leaseDuration: 30_000 });
  if (!run) throw new Error('The lease is taken.');
  return run;
}

describe.skipIf(!isInstalled('postgres'))('checkpoints in transactions', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.close());

  /** Writes orders and checkpoint in one transaction. */
  const write = (
    store: PostgresCheckpointStore,
    name: string,
    page: Order[],
    { checkpoint, run }: BackfillInfo,
  ) =>
    database.transaction(async (client) => {
      for (const { id } of page) await addEffect(client, `${name} ${id}`);
      await store.with(client).save(run, checkpoint);
    });

  const backfill = (
    outlet: OutletClient,
    store: PostgresCheckpointStore,
    options: Pick<BackfillOptions, 'name' | 'onOrders'> & Partial<BackfillOptions>,
  ) =>
    backfillOrders(outlet, {
      outletRef: 'bistro',
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-03T00:00:00Z',
      checkpoints: store,
      ...options,
    });

  test('a run that dies between the commit and its own save repeats nothing', async () => {
    const outlet = createOutlet();
    const store = createPostgresCheckpointStore({ pool: database.pool });
    const name = 'dies';
    const written: Order[] = [];
    const pages: number[] = [];
    const dying = backfill(outlet, store, {
      name,
      async onOrders(page, info) {
        await write(store, name, page, info);
        written.push(...page);
        throw new Error('It died.');
      },
    });
    await expect(dying).rejects.toThrow('It died.');
    const report = await backfill(outlet, store, {
      name,
      async onOrders(page, info) {
        await write(store, name, page, info);
        written.push(...page);
        pages.push(page.length);
      },
    });
    expect(report.records).toBe(orders);
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(written.map(({ id }) => id)).size).toBe(written.length);
    for (const { id } of written) expect(await database.effects(`${name} ${id}`)).toBe(1);
  });

  test.each([
    ['another process', () => createPostgresCheckpointStore({ pool: database.pool })],
    ['another run of the same process', (store: PostgresCheckpointStore) => store],
  ])('a run that lost its lease to %s writes nothing', async (taker, storeOf) => {
    const store = createPostgresCheckpointStore({ pool: database.pool });
    const name = `loses to ${taker}`;
    const delivered: Order[] = [];
    let saved: unknown;
    const losing = backfill(createOutlet(), store, {
      name,
      async onOrders(page, info) {
        const text = 'update outlet_checkpoints set until = clock_timestamp() where name = $1';
        await database.pool.query(text, [name]);
        const taken = await storeOf(store).acquire({ name, leaseDuration: 30_000 });
        expect(taken).toBeDefined();
        delivered.push(...page);
        saved = await store.load(name);
        await write(store, name, page, info);
      },
    });
    await expect(losing).rejects.toMatchObject({ name: 'LeaseError', reason: 'lost' });
    expect(delivered.length).toBeGreaterThan(0);
    for (const { id } of delivered) expect(await database.effects(`${name} ${id}`)).toBe(0);
    expect(await store.load(name)).toEqual(saved);
  });

  test('a run renews its lease while a transaction is open, until it saves', async () => {
    const store = createPostgresCheckpointStore({ pool: database.pool });
    const run = await acquire(store, 'long transaction');
    const { renewing } = await database.transaction(async (client) => {
      await addEffect(client, 'long transaction');
      expect(await run.renew({ leaseDuration: 30_000 })).toBe(true);
      await store.with(client).save(run, checkpoint);
      const renewing = run.renew({ leaseDuration: 30_000 });
      await untilBlocked(database.pool, client);
      return { renewing };
    });
    expect(await renewing).toBe(true);
    expect(await database.effects('long transaction')).toBe(1);
  });

  test('a transaction that saves keeps its lease until it commits', async () => {
    const store = createPostgresCheckpointStore({ pool: database.pool });
    const name = 'expired in transaction';
    const run = await acquire(store, name);
    await database.transaction(async (client) => {
      await client.query('update outlet_checkpoints set until = clock_timestamp() where name = $1', [name]);
      await store.with(client).save(run, checkpoint);
      expect(
        await createPostgresCheckpointStore({ pool: database.pool }).acquire({ name, leaseDuration: 30_000 }),
      ).toBeUndefined();
    });
    expect(await store.acquire({ name, leaseDuration: 30_000 })).toBeDefined();
    await expect(run.save(checkpoint)).rejects.toThrow(LeaseError);
  });

  test('a run rejects if a transaction that has saved never ends', async () => {
    const store = createPostgresCheckpointStore({ pool: database.pool });
    const name = 'never ends';
    const run = await acquire(store, name);
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('update outlet_checkpoints set until = clock_timestamp() where name = $1', [name]);
    await store.with(client).save(run, checkpoint);
    const later = backfill(createOutlet(), store, { name, leaseDuration: 1_000, onOrders: () => {} });
    await expect(later).rejects.toMatchObject({ name: 'LeaseError', reason: 'held' });
    // As `idle_in_transaction_session_timeout` does.
    client.release(true);
    await run.release();
    await acquire(store, name);
  });

  test('many processes that acquire a lease at once, new or free: one gets it', async () => {
    for (const name of ['new', 'new', 'other']) {
      const attempts = Array.from({ length: 20 }, () =>
        createPostgresCheckpointStore({ pool: database.pool }).acquire({ name, leaseDuration: 30_000 }),
      );
      const runs = (await Promise.all(attempts)).filter((run) => run !== undefined);
      expect(runs).toHaveLength(1);
      await runs[0]?.release();
    }
  });

  test.each(clientsWithoutTransaction)('save rejects on %s, and saves nothing', async (kind, runWith) => {
    const store = createPostgresCheckpointStore({ pool: database.pool });
    const name = `save on ${kind}`;
    const run = await acquire(store, name);
    await runWith(database.pool, (client) =>
      expect(store.with(client).save(run, checkpoint)).rejects.toThrow(
        'must be the connection that has your transaction open',
      ),
    );
    expect(await store.load(name)).toBeNull();
  });

  test('a run of another store does not join a transaction', async () => {
    const store = createPostgresCheckpointStore({ pool: database.pool });
    const run = await acquire(createPostgresCheckpointStore({ pool: database.pool }), 'foreign');
    const saving = database.transaction((client) => store.with(client).save(run, checkpoint));
    await expect(saving).rejects.toThrow('must be the run that your callback received');
  });
});
