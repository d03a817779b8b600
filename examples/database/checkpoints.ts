import { randomUUID } from 'node:crypto';
import type { CheckpointStore } from 'outlet-open-api/sync';
import type { Database } from './database.js';

/**
 * Keeps checkpoints in the table `sync`, for any number of processes. Each step is one statement, so that of two at once one comes
 * first, and all go by the clock of the database.
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

    async save(name, checkpoint) {
      // The lease made the row.
      await db.query('update sync set checkpoint = $2 where name = $1', [name, JSON.stringify(checkpoint)]);
    },

    async lease(name, ms) {
      const token = randomUUID();
      const { rows } = await db.query(
        `insert into sync (name, token, until)
         values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
         on conflict (name) do update set token = excluded.token, until = excluded.until
         where sync.until is null or sync.until <= clock_timestamp()
         returning name`,
        [name, token, ms],
      );
      if (rows.length === 0) return undefined;
      return {
        async renew(longer) {
          const { rows: renewed } = await db.query(
            `update sync set until = clock_timestamp() + $3 * interval '1 millisecond'
             where name = $1 and token = $2
             returning name`,
            [name, token, longer],
          );
          return renewed.length > 0;
        },
        async release() {
          await db.query('update sync set token = null, until = null where name = $1 and token = $2', [
            name,
            token,
          ]);
        },
      };
    },
  };
}
