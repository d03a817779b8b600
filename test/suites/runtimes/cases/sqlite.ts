import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderStoreContract } from 'outlet-open-api/testing';
import { createSqliteOrderStore } from '../../../../examples/database/sqlite-order-store.js';
import type { Cases } from './case.js';

/** Some runtimes lack it, such as Node.js 20. The cases then do nothing. */
const sqlite = import('node:sqlite').catch(() => undefined);
let folder: string | undefined;

/** Returns the path of a new database, which is deleted at the end of the process. */
function newFile(): string {
  const parent = folder ?? mkdtempSync(join(tmpdir(), 'sqlite-'));
  if (!folder) process.once('exit', () => rmSync(parent, { recursive: true, force: true }));
  folder = parent;
  return join(parent, `${randomUUID()}.db`);
}

const cases = orderStoreContract(async () => {
  const { DatabaseSync } = await import('node:sqlite');
  return createSqliteOrderStore(new DatabaseSync(newFile()));
});

/** The contract of order stores, for the one of examples/database in SQLite. */
export const inSqlite: Cases = Object.fromEntries(
  cases.map(({ name, run }) => [
    `an order store in SQLite ${name}`,
    async () => {
      if (await sqlite) await run();
    },
  ]),
);
