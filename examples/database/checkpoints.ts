import { randomUUID } from 'node:crypto';
import { type CheckpointStore, LeaseError } from 'outlet-open-api/sync';
import type { Database } from './database.js';

/**
 * Stores checkpoints in the table `sync`, for any number of processes. Each step is one statement, so that one of two simultaneous
 * steps comes first, and all of them use the clock of the database.
 */
export function databaseCheckpoints(db: Database): CheckpointStore {
  return {
    async load(name) {
      const { rows } = await db.query<{ checkpoint: string | null }>(
        'select checkpoint from sync where name = $1',
        [name],
      );
      return rows[0]?.checkpoint;
    },

    async lease(name, duration) {
      const token = randomUUID();
      const { rows } = await db.query(
        `insert into sync (name, token, until)
         values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
         on conflict (name) do update set token = excluded.token, until = excluded.until
         where sync.until is null or sync.until <= clock_timestamp()
         returning name`,
        [name, token, duration],
      );
      if (rows.length === 0) return undefined;
      /** Changes the row if this lease still has it. */
      const update = async (change: string, ...values: unknown[]) => {
        const text = `update sync set ${change} where name = $1 and token = $2 returning name`;
        return (await db.query(text, [name, token, ...values])).rows.length > 0;
      };
      return {
        async save(checkpoint) {
          const isSaved = await update('checkpoint = $3', JSON.stringify(checkpoint));
          if (!isSaved) throw new LeaseError('lost', name);
        },
        renew: (longer) => update("until = clock_timestamp() + $3 * interval '1 millisecond'", longer),
        async release() {
          await update('token = null, until = null');
        },
      };
    },

    async delete(name) {
      await db.query('update sync set checkpoint = null where name = $1', [name]);
    },

    async list() {
      const { rows } = await db.query<{ name: string }>('select name from sync where checkpoint is not null');
      return rows.map(({ name }) => name);
    },
  };
}
