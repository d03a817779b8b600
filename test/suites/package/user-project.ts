import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite, tarball } from './packed.js';

interface Locked {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(new URL('../package-lock.json', suite), 'utf8'),
);
const shell = process.platform === 'win32';

/**
 * Creates a project in a temporary folder, and installs the packed SDK as a user would. The dependencies are those that the lockfile
 * of the suites has. Otherwise, a release of a dependency could fail the tests. Returns the folder.
 */
export function createUserProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outlet-open-api-user-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ overrides: lockedBelow('outlet-open-api') }));
  const options = ['--prefer-offline', '--silent'];
  execFileSync('npm', ['install', ...options, fileURLToPath(tarball)], { cwd: folder, shell });
  return folder;
}

/** The locked version of each dependency of a package, by its name. */
function lockedBelow(name: string): Record<string, string> {
  const { dependencies = {} } = packages[`node_modules/${name}`] ?? {};
  const own = Object.keys(dependencies).map((each) => [each, packages[`node_modules/${each}`]?.version]);
  return Object.assign(Object.fromEntries(own), ...Object.keys(dependencies).map(lockedBelow));
}

/** Runs a command of a package in a user's project. Returns what it printed. */
export function runInProject(folder: string, command: string, args: readonly string[]): string {
  const path = join(folder, 'node_modules', '.bin', command);
  return execFileSync(path, args, { cwd: folder, encoding: 'utf8', shell });
}
