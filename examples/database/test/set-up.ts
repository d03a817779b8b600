import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { isInstalled, requirePrograms } from '../../../test/suites/servers/start/programs.js';
import { startPostgres } from '../../../test/suites/servers/start/start-postgres.js';
import { installTarball } from '../../../test/support/installing/install-tarball.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with an empty database, to be copied. */
    readonly template: string;
    /** The path of job.ts as JavaScript, which starts in a fifth of the time that tsx takes. */
    readonly job: string;
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
  const job = fileURLToPath(new URL('../node_modules/.job/job.mjs', import.meta.url));
  const source = fileURLToPath(new URL('../job.ts', import.meta.url));
  const format = { platform: 'node', format: 'esm' } as const;
  await build({ entryPoints: [source], outfile: job, bundle: true, packages: 'external', ...format });
  await copyFile(
    new URL('../takings.sql', import.meta.url),
    new URL('../node_modules/.job/takings.sql', import.meta.url),
  );
  provide('job', job);
  requirePrograms('postgres');
  const server = isInstalled('postgres') ? await startPostgres() : undefined;
  provide('server', server?.url);
  return async () => {
    await server?.close();
    await rm(folder, { recursive: true });
  };
}
