import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isInstalled, requirePrograms } from '../../../test/suites/servers/start/programs.js';
import { startPostgres } from '../../../test/suites/servers/start/start-postgres.js';
import { installTarball } from '../../../test/support/installing/install-tarball.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with an empty database, to be copied. */
    readonly template: string;
    /** The URL of a PostgreSQL server, if PostgreSQL is installed. */
    readonly server: string | undefined;
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
  requirePrograms('postgres');
  const server = isInstalled('postgres') ? await startPostgres() : undefined;
  provide('server', server?.url);
  return async () => {
    await server?.close();
    await rm(folder, { recursive: true });
  };
}
