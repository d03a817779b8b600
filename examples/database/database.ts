import { PGlite } from '@electric-sql/pglite';
import { schema } from './schema.js';

/** Your ID of the outlet whose records the database has. Every checkpoint records it. */
export const outletId = process.env.OUTLET_ID || 'my-restaurant';

/** What the example needs of a database. To use another one, change only this file. */
export interface Database {
  query<Row>(text: string, values?: unknown[]): Promise<{ readonly rows: Row[] }>;
  /** Runs `work` in a transaction, which is rolled back if `work` throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type Transaction = Pick<Database, 'query'>;

/** Opens the database in a folder. Only one process may open it at a time, which PGlite does not check. */
export async function openDatabase(folder: string): Promise<Database> {
  const db = await PGlite.create(folder, { relaxedDurability: false });
  await db.exec(schema);
  return db;
}

/** Returns JSON that `jsonb` accepts. It rejects NUL and lone surrogates, so one such name would stop every run. */
export function jsonb(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  );
}
