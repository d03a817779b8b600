import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

const template = inject('template');
const server = inject('server');

type Cleanup = (clean: () => Promise<void>) => void;

/** Creates an empty database for one test, by its kind. Returns its folder or URL. Without PostgreSQL, there is only PGlite. */
export const newDatabase: Readonly<Record<string, (onTestFinished: Cleanup) => Promise<string>>> = {
  PGlite: newFolder,
  ...(server !== undefined && { PostgreSQL: () => newDatabaseOf(server) }),
};

/** Creates an empty database for a test that one kind is enough for: the faster one. */
export const newFastDatabase = newDatabase.PostgreSQL ?? newFolder;

async function newFolder(onTestFinished: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outlet-database-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(template, folder, { recursive: true });
  return folder;
}

async function newDatabaseOf(url: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '_')}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return new URL(name, url).href;
}
