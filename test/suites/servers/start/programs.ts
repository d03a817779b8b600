import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program of a server. `postgres` has its other programs, such as `initdb`, in the same folder. */
export type Program = 'redis-server' | 'postgres';

/** Debian installs PostgreSQL here, and not in the PATH. */
const debian = '/usr/lib/postgresql';

/** Returns the path of a program. */
export function pathOf(program: Program): string {
  const path = findProgram(program);
  if (path === undefined) throw new Error(`${notInstalled(program)}.`);
  return path;
}

/** Returns whether a program is installed. Use it for `describe.skipIf(!isInstalled('redis-server'))`. */
export function isInstalled(program: Program): boolean {
  return findProgram(program) !== undefined;
}

/** Prints one line for each missing program, whose tests are skipped. In CI, throws instead. */
export function requirePrograms(...programs: Program[]): void {
  for (const program of programs.filter((one) => !isInstalled(one))) {
    if (process.env.CI) throw new Error(`${notInstalled(program)}.`);
    console.warn(`${notInstalled(program)}; until then, the tests that need ${program} are skipped.`);
  }
}

function notInstalled(program: Program): string {
  return `${program} is not installed. Run .ci/install-packages`;
}

function findProgram(program: Program): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...postgresFolders()];
  return folders.map((folder) => join(folder, program)).find(existsSync);
}

function postgresFolders(): string[] {
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one));
  return newestFirst.map((version) => join(debian, version, 'bin'));
}
