import { PGlite } from '@electric-sql/pglite';
import { inTransaction, type PostgresClient } from 'outlet-open-api/postgres';
import pg from 'pg';
import { schema } from './schema.js';

/**
 * How long a killed backfill blocks the next one, in milliseconds. It is short for the tests. A call of the database that takes
 * longer ends the run, so use 30,000 in production.
 */
export const leaseDuration = 2_000;

/** What the example needs of a database. */
export interface Database {
  query<Row extends Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<{ readonly rows: Row[] }>;
  /** Runs `work` in a transaction, which is rolled back if `work` throws. */
  transaction<T>(work: (tx: PostgresClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens a database of a PostgreSQL server, such as `postgres://user@host/orders`, or of PGlite in a folder. */
export function openDatabase(location: string): Promise<Database> {
  return /^postgres(ql)?:/.test(location) ? openServer(location) : openFolder(location);
}

async function openServer(connectionString: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString,
    // Without these limits, a database that has stopped to respond would block a process for ever.
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    // A process that is suspended in a transaction would block its orders.
    idle_in_transaction_session_timeout: 60_000,
  });
  // Without this listener, the end of a connection would end the process. The pool opens another one for the next query.
  pool.on('error', (error) => console.error('lost a connection to the database:', error.message));
  await pool.query(schema);
  return {
    query: (text, values) => pool.query(text, values),
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  };
}

/** Only one process may open a folder at a time, which PGlite does not check. */
async function openFolder(folder: string): Promise<Database> {
  const db = await PGlite.create(folder, { relaxedDurability: false });
  await db.exec(schema);
  return db;
}
