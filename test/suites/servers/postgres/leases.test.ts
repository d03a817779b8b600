import type { OutletClient } from 'outlet-open-api';
import { createPostgresOrderStore, type PostgresClient } from 'outlet-open-api/postgres';
import {
  createOrderCopy,
  LeaseError,
  type LeaseRequest,
  type OrderStore,
  type SyncRun,
} from 'outlet-open-api/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quickOutlet } from '../../../unit/sync/quick-outlet.js';
import { isInstalled } from '../start/programs.js';
import { addEffect, type Database, openDatabase, untilBlocked } from './database.js';

const orders = 60;
const checkpoint = { version: 2, task: 'backfill', outletRef: 'bistro' } as const;

/** Returns a client of an outlet with orders. */
function createOutlet(): OutletClient {
  const { fake, outlet } = quickOutlet();
  const created = new Date('2026-01-02T12:00:00Z');
  for (let order = 0; order < orders; order += 1) fake.orders.add({ created, status: 'complete' });
  return outlet;
}

async function acquire(store: OrderStore<PostgresClient>['checkpoints'], name: string): Promise<SyncRun> {
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

  /** Copies the orders of an outlet. Each change is an effect. */
  const backfill = (
    store: OrderStore<PostgresClient>,
    outletRef: string,
    options: { leaseDuration?: number; onChange?: () => Promise<void> } = {},
  ) =>
    createOrderCopy({
      store,
      async onChange(tx, { order }) {
        await addEffect(tx, `${outletRef} ${order.id}`);
        await options.onChange?.();
      },
    }).backfill(createOutlet(), {
      outletRef,
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-03T00:00:00Z',
      leaseDuration: options.leaseDuration,
    });

  const effects = async (outletRef: string) => {
    const text =
      'select count(*)::int as effects, count(distinct name)::int as names from effects where name like $1';
    return (await database.pool.query(text, [`${outletRef} %`])).rows[0];
  };

  test('a run that dies between the commit and its own save repeats nothing', async () => {
    const store = createPostgresOrderStore({ pool: database.pool });
    let saves = 0;
    const dying = {
      ...store.checkpoints,
      async acquire(request: LeaseRequest) {
        const run = await store.checkpoints.acquire(request);
        if (run)
          run.save = async () => {
            saves += 1;
            throw new Error('It died.');
          };
        return run;
      },
    };
    await expect(backfill({ ...store, checkpoints: dying }, 'dies')).rejects.toThrow('It died.');
    expect(saves).toBe(1);
    expect((await backfill(store, 'dies')).records).toBe(orders);
    expect(await effects('dies')).toEqual({ effects: orders, names: orders });
  });

  test('a run that lost its lease to another one writes nothing', async () => {
    const store = createPostgresOrderStore({ pool: database.pool });
    const name = 'order-copy/backfill/loses';
    const losing = backfill(store, 'loses', {
      async onChange() {
        const text = 'update outlet_checkpoints set until = clock_timestamp() where name = $1';
        await database.pool.query(text, [name]);
        await store.checkpoints.acquire({ name, leaseDuration: 30_000 });
      },
    });
    await expect(losing).rejects.toMatchObject({ name: 'LeaseError', reason: 'lost' });
    expect(await effects('loses')).toEqual({ effects: 0, names: 0 });
    expect(await store.checkpoints.load(name)).toBeNull();
  });

  test('a run renews its lease while a transaction is open, until it saves', async () => {
    const store = createPostgresOrderStore({ pool: database.pool }).checkpoints;
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
    const store = createPostgresOrderStore({ pool: database.pool }).checkpoints;
    const name = 'expired in transaction';
    const run = await acquire(store, name);
    await database.transaction(async (client) => {
      await client.query('update outlet_checkpoints set until = clock_timestamp() where name = $1', [name]);
      await store.with(client).save(run, checkpoint);
      expect(
        await createPostgresOrderStore({ pool: database.pool }).checkpoints.acquire({
          name,
          leaseDuration: 30_000,
        }),
      ).toBeUndefined();
    });
    expect(await store.acquire({ name, leaseDuration: 30_000 })).toBeDefined();
    await expect(run.save(checkpoint)).rejects.toThrow(LeaseError);
  });

  test('a run rejects if a transaction that has saved never ends', async () => {
    const store = createPostgresOrderStore({ pool: database.pool }).checkpoints;
    const name = 'order-copy/backfill/never ends';
    const run = await acquire(store, name);
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('update outlet_checkpoints set until = clock_timestamp() where name = $1', [name]);
    await store.with(client).save(run, checkpoint);
    const orderStore = createPostgresOrderStore({ pool: database.pool });
    const later = backfill(orderStore, 'never ends', { leaseDuration: 1_000 });
    await expect(later).rejects.toMatchObject({ name: 'LeaseError', reason: 'held' });
    // As `idle_in_transaction_session_timeout` does.
    client.release(true);
    await run.release();
    await acquire(store, name);
  });

  test('many processes that acquire a lease at once, new or free: one gets it', async () => {
    for (const name of ['new', 'new', 'other']) {
      const attempts = Array.from({ length: 20 }, () =>
        createPostgresOrderStore({ pool: database.pool }).checkpoints.acquire({
          name,
          leaseDuration: 30_000,
        }),
      );
      const runs = (await Promise.all(attempts)).filter((run) => run !== undefined);
      expect(runs).toHaveLength(1);
      await runs[0]?.release();
    }
  });
});
