import { readFileSync } from 'node:fs';
import type { PostgresClient } from 'outlet-open-api/postgres';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../start/start-postgres.js';

const tables = readFileSync(new URL('../../../../src/postgres/tables.sql', import.meta.url), 'utf8');

/** A server with the tables of the SDK, and a table `effects` that accepts the same effect twice. */
export interface Database {
  readonly server: PostgresServer;
  readonly pool: pg.Pool;
  /** Runs `work` in a transaction, which rolls back if `work` throws. */
  transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Counts the effects with a name. */
  effects(name: string): Promise<number>;
  close(): Promise<void>;
}

export async function openDatabase(): Promise<Database> {
  const server = await startPostgres();
  const pool = new pg.Pool({ connectionString: server.url });
  // A pool reports connections that end while nobody uses them.
  pool.on('error', () => {});
  await pool.query(`${tables}; create table effects (name text not null)`);
  return {
    server,
    pool,
    transaction: (work) => inTransaction(pool, work),
    async effects(name) {
      const { rows } = await pool.query('select count(*)::int from effects where name = $1', [name]);
      return rows[0]?.count;
    },
    async close() {
      await pool.end();
      await server.close();
    },
  };
}

export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // Without the connection, the server rolls back.
    client.release(true);
    throw error;
  }
}

/** Adds an effect, which a second call would repeat. */
export function addEffect(client: PostgresClient, name: string): Promise<unknown> {
  return client.query('insert into effects (name) values ($1)', [name]);
}

/** Waits until another connection waits for a transaction. */
export async function untilBlocked(pool: pg.Pool, transaction: pg.ClientBase): Promise<void> {
  const own = await transaction.query('select pg_backend_pid() as pid');
  const text = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
  while ((await pool.query(text, [own.rows[0]?.pid])).rows.length === 0);
}
