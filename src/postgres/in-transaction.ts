import type { PostgresClient } from './postgres-client.js';

/** A connection of a pool. */
export interface PostgresConnection extends PostgresClient {
  /** Returns the connection to its pool, or closes it if it is broken. */
  release(isBroken?: boolean): void;
  /** Reports that the connection ended, which ends the process if nobody listens. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Removes a listener. */
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** Runs SQL and transactions. A `Pool` of `pg` 8 fits, and so does PGlite. */
export type PostgresPool = PostgresClient &
  (
    | {
        /** Passes on a connection that nobody else uses until its `release`. */
        connect(callback: (error: Error | undefined, client: PostgresConnection | undefined) => void): void;
      }
    | {
        /** Runs a transaction, which rolls back if `work` rejects. */
        transaction<T>(work: (client: PostgresClient) => Promise<T>): Promise<T>;
      }
  );

/**
 * Runs `work` in a transaction, which commits when `work` resolves, and rolls back if it rejects. If the connection ends, it rejects
 * with the reason. Pass `client` on to `addOrder` of an outbox, as the option `transaction`.
 * @example
 * ```ts
 * await inTransaction(pool, async (client) => {
 *   await client.query('insert into payments (reference) values ($1) on conflict do nothing', [reference]);
 *   await outbox.addOrder('foodie-bistro', order, { transaction: client });
 * });
 * ```
 */
export async function inTransaction<T>(
  pool: PostgresPool,
  work: (client: PostgresClient) => Promise<T>,
): Promise<T> {
  if (!('connect' in pool)) return pool.transaction((client) => work(client));
  let lost: Error | undefined;
  const onError = (error: Error) => {
    lost ??= error;
  };
  // Not with a promise: a connection can end right after it was opened, before `await` continues.
  const client = await new Promise<PostgresConnection>((resolve, reject) => {
    pool.connect((error, connection) => {
      if (!connection) return reject(error);
      connection.on('error', onError);
      resolve(connection);
    });
  });
  let isBroken = true;
  try {
    // With stricter levels, a transaction that waited for a lock would fail.
    await client.query('begin isolation level read committed', []);
    const result = await work(client);
    await client.query('commit', []);
    isBroken = false;
    return result;
  } catch (error) {
    await client.query('rollback', []).then(
      () => {
        isBroken = false;
      },
      () => {},
    );
    throw lost ?? error;
  } finally {
    client.off('error', onError);
    client.release(isBroken);
  }
}
