import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A folder of its own with an empty database, for one test. */
export async function newFolder(onTestFinished: (clean: () => Promise<void>) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outlet-database-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(inject('template'), folder, { recursive: true });
  return folder;
}
