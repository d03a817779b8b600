import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite, tarball } from './packed.js';

const shell = process.platform === 'win32';

/**
 * Creates a project in a temporary folder, and installs the packed SDK as a user would, with the dependencies that `test/suites/runtimes`
 * locks. Otherwise, a release of a dependency could fail the tests. Returns the folder.
 */
export function createUserProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outlet-open-api-user-'));
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(new URL(`../runtimes/${file}`, suite), join(folder, file));
  }
  const options = ['--omit=dev', '--omit=optional', '--prefer-offline', '--silent'];
  execFileSync('npm', ['install', ...options, fileURLToPath(tarball)], { cwd: folder, shell });
  return folder;
}

/** Runs a command of a package in a user's project. Returns what it printed. */
export function runInProject(folder: string, command: string, args: readonly string[]): string {
  const path = join(folder, 'node_modules', '.bin', command);
  return execFileSync(path, args, { cwd: folder, encoding: 'utf8', shell });
}
