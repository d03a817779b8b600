import { assertValid } from '../errors/request-validation-error.js';
import { hasMethods } from '../options/checks.js';
import { readOptions } from '../options/read-options.js';
import type { CheckpointStore, SyncCheckpoint, SyncRun } from '../sync/checkpoints/checkpoint-store.js';
import { LeaseError } from '../sync/checkpoints/lease-error.js';
import { type PostgresClient, type PostgresOptions, requireTransaction } from './postgres-client.js';

/** Stores checkpoints in PostgreSQL, also in your own transactions. */
export interface PostgresCheckpointStore extends CheckpointStore {
  /**
   * Joins your transaction.
   * @param client - the connection that has the transaction open
   */
  with(client: PostgresClient): {
    /**
     * Saves the checkpoint of a run, so that it commits together with your rows. Call it last in the transaction, because renewals of
     * the lease wait from this call to the commit, and no other run can start. Later, the run saves the same checkpoint again,
     * which has no effect.
     * @param run - the `run` that `onOrders` received
     * @param checkpoint - the `checkpoint` that it received
     * @throws {@link LeaseError} if the run has lost its lease. Let the error end the transaction, so that it rolls back.
     * @throws {@link RequestValidationError} if `client` has no transaction open, or if the run is not from this store
     */
    save(run: SyncRun, checkpoint: SyncCheckpoint): Promise<void>;
  };
}

/**
 * Creates a store that keeps checkpoints in PostgreSQL 13 or later, for processes on any number of machines.
 * Create its table with `outlet-open-api/postgres.sql`. If a process dies, its lease ends after the option
 * `leaseDuration` of the run, and another run can resume.
 *
 * To apply effects exactly once, save the checkpoint in the transaction that writes its records:
 * `with(client).save`. Use the default isolation level, `read committed`. Guide: Checkpoints › Exactly once.
 * @throws {@link RequestValidationError} if `pool` is not a pool
 * @example
 * ```ts
 * import { Pool } from 'pg';
 * import { createPostgresCheckpointStore } from 'outlet-open-api/postgres';
 *
 * const pool = new Pool();
 * const checkpoints = createPostgresCheckpointStore({ pool });
 * await backfillOrders(outlet, {
 *   name: 'backfill-bistro',
 *   outletRef: 'bistro',
 *   from: '2026-01-01T00:00:00Z',
 *   checkpoints,
 *   onOrders: (orders, { checkpoint, run, readAt }) =>
 *     inTransaction(pool, async (client) => {
 *       for (const order of orders) await upsert(client, order, readAt);
 *       await checkpoints.with(client).save(run, checkpoint);
 *     }),
 * });
 * ```
 */
export function createPostgresCheckpointStore(options: PostgresOptions): PostgresCheckpointStore {
  const { pool } = readOptions('The checkpoint store was not created', options, (option) => ({
    pool: option('pool', (pool) => hasMethods(pool, 'query') || 'must be a Pool of pg'),
  }));
  /** Saves as a run, on a connection. */
  const saves = new WeakMap<SyncRun, (client: PostgresClient, checkpoint: SyncCheckpoint) => Promise<void>>();

  function runOf(name: string, token: string): SyncRun {
    /** Changes the row if this run still has the lease. */
    const update = async (client: PostgresClient, change: string, ...values: unknown[]) => {
      const text = `update outlet_checkpoints set ${change} where name = $1 and token = $2 returning name`;
      return (await client.query(text, [name, token, ...values])).rows.length > 0;
    };
    const save = async (client: PostgresClient, checkpoint: SyncCheckpoint) => {
      const isSaved = await update(client, 'checkpoint = $3', JSON.stringify(checkpoint));
      if (!isSaved) throw new LeaseError('lost', name);
    };
    const run: SyncRun = {
      save: (checkpoint) => save(pool, checkpoint),
      renew: ({ leaseDuration }) =>
        update(pool, "until = clock_timestamp() + $3 * interval '1 millisecond'", leaseDuration),
      async release() {
        await update(pool, 'token = null, until = null');
      },
    };
    saves.set(run, save);
    return run;
  }

  return {
    async load(name) {
      const { rows } = await pool.query('select checkpoint from outlet_checkpoints where name = $1', [name]);
      return rows[0]?.checkpoint;
    },
    async acquire({ name, leaseDuration }) {
      const token = crypto.randomUUID();
      // Neither part waits for a transaction that has saved. If its process is stuck, later runs would wait too, and get an expired lease.
      // An `insert … on conflict` waits even if it does nothing, so it must not find a row.
      const { rows } = await pool.query(
        `with free as (
           select name from outlet_checkpoints
           where name = $1 and (until is null or until <= clock_timestamp())
           for update skip locked
         ), taken as (
           update outlet_checkpoints as lease
           set token = $2, until = clock_timestamp() + $3 * interval '1 millisecond'
           from free where lease.name = free.name
           returning lease.name
         ), added as (
           insert into outlet_checkpoints (name, token, until)
           select $1, $2, clock_timestamp() + $3 * interval '1 millisecond'
           where not exists (select from outlet_checkpoints where name = $1)
           on conflict (name) do nothing
           returning name
         )
         select name from taken union all select name from added`,
        [name, token, leaseDuration],
      );
      return rows.length > 0 ? runOf(name, token) : undefined;
    },
    async delete(name) {
      await pool.query('update outlet_checkpoints set checkpoint = null where name = $1', [name]);
    },
    async list() {
      const text = 'select name from outlet_checkpoints where checkpoint is not null';
      return (await pool.query(text, [])).rows.map(({ name }) => String(name));
    },
    with(client) {
      return {
        async save(run, checkpoint) {
          const saveWith = saves.get(run);
          const advice = 'must be the run that your callback received, from a run with this checkpoint store';
          assertValid('The checkpoint was not saved', { run: saveWith !== undefined || advice });
          await requireTransaction(client);
          await saveWith?.(client, checkpoint);
        },
      };
    },
  };
}
