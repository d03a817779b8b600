import { PGlite } from '@electric-sql/pglite';
import { schema } from './schema.js';

/** Your ID of the outlet whose records the database has. Every checkpoint records it. */
export const outletId = process.env.OUTLET_ID || 'my-restaurant';

/** What is asked of a database. All else here is written against this: for another one, change this file. */
export interface Database {
  query<Row>(text: string, values?: unknown[]): Promise<{ readonly rows: Row[] }>;
  /** Commits what is done in it, or, where that throws, leaves nothing of it. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type Transaction = Pick<Database, 'query'>;

/** Opens the database in a folder. One process at a time: PGlite does not look whether another one has it open. */
export async function openDatabase(folder: string): Promise<Database> {
  const db = await PGlite.create(folder, { relaxedDurability: false });
  await db.exec(schema);
  return db;
}

/** A value as `jsonb` takes it, which has no room for NUL and for half a surrogate pair: one such name would stop every run. */
export function jsonb(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  );
}
