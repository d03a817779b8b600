import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { installTarball } from '../../../test/install-tarball.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with an empty database, to be copied. */
    readonly template: string;
  }
}

/** The example is tested with the packed SDK, as a user has it. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  installTarball(new URL('..', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'outlet-database-template-'));
  // PGlite takes seconds to make one.
  const { openDatabase } = await import('../database.js');
  const db = await openDatabase(folder);
  await db.close();
  provide('template', folder);
  return () => rm(folder, { recursive: true });
}
