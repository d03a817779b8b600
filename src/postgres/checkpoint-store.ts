import { LeaseError } from '../errors/lease-error.js';
import { assertValid } from '../errors/request-validation-error.js';
import type { CheckpointStore, SyncCheckpoint } from '../sync/checkpoints/checkpoint-store.js';
import { checkPostgresOptions, type PostgresClient, type PostgresOptions } from './postgres-client.js';

/** Stores checkpoints in PostgreSQL, also in your own transactions. */
export interface PostgresCheckpointStore extends CheckpointStore {
  /**
   * Joins a transaction of yours.
   * @param client - the connection that has the transaction open
   */
  with(client: PostgresClient): {
    /**
     * Saves the checkpoint of a run that uses this store object. The checkpoint and your rows commit together. Call it last in the
     * transaction, because renewals of the lease wait from here to the commit.
     *
     * Later, the run saves the same checkpoint again, which has no effect.
     * @throws LeaseError if the run has lost its lease. Let the error end the transaction, so that it rolls back.
     */
    save(name: string, checkpoint: SyncCheckpoint): Promise<void>;
  };
}

interface HeldLease {
  readonly name: string;
  readonly token: string;
}

/**
 * Creates a store that keeps checkpoints in PostgreSQL, for processes on any number of machines. Create its table with
 * `outlet-open-api/postgres.sql`.
 *
 * Each step is one statement, and all times are of the clock of the database. Time zones have no effect. If a process dies, its
 * lease ends after the option `lease` of the run, and another run can resume.
 *
 * To apply effects exactly once, save the checkpoint in the transaction that writes its records: `with(client).save`. A transaction
 * with the default isolation level, `read committed`, never fails because the lease was renewed meanwhile.
 * @throws RequestValidationError if an option is invalid
 * @example
 * ```ts
 * import { Pool } from 'pg';
 * import { createPostgresCheckpointStore } from 'outlet-open-api/postgres';
 *
 * const pool = new Pool();
 * const checkpoints = createPostgresCheckpointStore({ pool });
 * await backfillOrders(outlet, {
 *   name: 'backfill-bistro',
 *   outlet: 'bistro',
 *   from: '2026-01-01T00:00:00Z',
 *   checkpoints,
 *   onOrders: (orders, { checkpoint, readAt }) =>
 *     inTransaction(pool, async (client) => {
 *       for (const order of orders) await upsert(client, order, readAt);
 *       await checkpoints.with(client).save('backfill-bistro', checkpoint);
 *     }),
 * });
 * ```
 */
export function createPostgresCheckpointStore(options: PostgresOptions): PostgresCheckpointStore {
  const { pool } = options;
  assertValid('The checkpoint store was not created', checkPostgresOptions(options));
  /** The leases that nobody released, so that `with(client).save` finds the lease of a run by its name. */
  const leases = new Set<HeldLease>();

  return {
    async load(name) {
      const { rows } = await pool.query('select checkpoint from outlet_checkpoints where name = $1', [name]);
      return rows[0]?.checkpoint;
    },
    async lease(name, duration) {
      const lease = { name, token: crypto.randomUUID() };
      const { rows } = await pool.query(
        `insert into outlet_checkpoints as lease (name, token, until)
         values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
         on conflict (name) do update set token = excluded.token, until = excluded.until
         where lease.until is null or lease.until <= clock_timestamp()
         returning name`,
        [name, lease.token, duration],
      );
      if (rows.length === 0) return undefined;
      leases.add(lease);
      return {
        save: (checkpoint) => save(pool, lease, checkpoint),
        renew: (longer) =>
          update(pool, lease, "until = clock_timestamp() + $3 * interval '1 millisecond'", longer),
        async release() {
          leases.delete(lease);
          await update(pool, lease, 'token = null, until = null');
        },
      };
    },
    async delete(name) {
      await pool.query('update outlet_checkpoints set checkpoint = null where name = $1', [name]);
    },
    async list() {
      const text = 'select name from outlet_checkpoints where checkpoint is not null';
      return (await pool.query(text, [])).rows.map(({ name }) => String(name));
    },
    with: (client) => ({
      async save(name, checkpoint) {
        const [lease, ...others] = [...leases].filter((held) => held.name === name);
        // If a second run of this process took over, the name does not say which of both saves.
        if (!lease || others.length > 0) throw new LeaseError('lost', name);
        await save(client, lease, checkpoint);
      },
    }),
  };
}

async function save(client: PostgresClient, lease: HeldLease, checkpoint: SyncCheckpoint): Promise<void> {
  const isSaved = await update(client, lease, 'checkpoint = $3', JSON.stringify(checkpoint));
  if (!isSaved) throw new LeaseError('lost', lease.name);
}

/** Changes the row of a lease. Returns `false` if another run has taken the lease. */
async function update(
  client: PostgresClient,
  { name, token }: HeldLease,
  change: string,
  ...values: unknown[]
): Promise<boolean> {
  const text = `update outlet_checkpoints set ${change} where name = $1 and token = $2 returning name`;
  return (await client.query(text, [name, token, ...values])).rows.length > 0;
}
