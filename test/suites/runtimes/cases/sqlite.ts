import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
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

/** Locks the database that it gets as its data, and unlocks it while the other thread is waiting. */
const holdLock = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const db = new DatabaseSync(workerData);
  db.exec('begin exclusive');
  parentPort.postMessage('locked');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  db.exec('commit');
  db.close();`;

async function opensWhileLocked(): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite');
  const file = newFile();
  const other = new Worker(holdLock, { eval: true, workerData: file });
  const ended = once(other, 'exit');
  await once(other, 'message');
  createSqliteOrderStore(new DatabaseSync(file));
  await ended;
}

/** The contract of order stores, for the one of examples/database in SQLite. */
export const inSqlite: Cases = Object.fromEntries(
  [...cases, { name: 'opens while another process creates the database', run: opensWhileLocked }].map(
    ({ name, run }) => [
      `an order store in SQLite ${name}`,
      async () => {
        if (await sqlite) await run();
      },
    ],
  ),
);
