import { hasMethods } from '../options/checks.js';
import { readOptions } from '../options/read-options.js';
import type { CheckpointStore, SyncCheckpoint, SyncRun } from '../sync/checkpoints/checkpoint-store.js';
import { LeaseError } from '../sync/checkpoints/lease-error.js';
import type { OrderStore } from '../sync/order-copy/order-store.js';
import type { PostgresClient, PostgresOptions } from './postgres-client.js';

/**
 * Creates a store that keeps checkpoints in PostgreSQL 13 or later, for processes on any number of machines.
 * Create its table with `outlet-open-api/postgres.sql`. If a process dies, its lease ends after the option
 * `leaseDuration` of the run, and another run can resume.
 * @throws {@link RequestValidationError} if `pool` is not a pool
 * @example
 * ```ts
 * import { Pool } from 'pg';
 * import { createPostgresCheckpointStore } from 'outlet-open-api/postgres';
 *
 * const checkpoints = createPostgresCheckpointStore({ pool: new Pool() });
 * await pollGoodsReceipts(outlet, { name: 'poll-bistro', outletRef: 'bistro', checkpoints, onChanged });
 * ```
 */
export function createPostgresCheckpointStore(options: PostgresOptions): CheckpointStore {
  const { pool } = readOptions('The checkpoint store was not created', options, (option) => ({
    pool: option('pool', (pool) => hasMethods(pool, 'query') || 'must be a Pool of pg'),
  }));
  const { with: _, ...store } = checkpointsIn(pool);
  return store;
}

/** Returns the checkpoints in a database, which can join a transaction of an order store. */
export function checkpointsIn(pool: PostgresClient): OrderStore<PostgresClient>['checkpoints'] {
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
        // Renewals of the lease wait from here to the commit, and no other run can start.
        async save(run, checkpoint) {
          await saves.get(run)?.(client, checkpoint);
        },
      };
    },
  };
}
