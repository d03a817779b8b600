import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Installs the packages of a folder with its own package.json if they are missing. The root install stays small this way. A folder
 * without a lockfile is a workspace of the folder above, which shares one lockfile and one `node_modules`.
 */
export function installPackages(folder: URL): void {
  const root = rootOf(folder);
  if (root === folder) run(['ci'], 'node_modules/.package-lock.json', folder);
  // Unlike `npm ci`, it keeps the packages of the other workspaces.
  else
    run(
      ['install', '--no-save', '--workspace', fileURLToPath(folder)],
      `node_modules/${nameOf(folder)}/`,
      root,
    );
}

/** Returns the folder that has the lockfile of a folder with its own package.json. */
export function rootOf(folder: URL): URL {
  return existsSync(new URL('package-lock.json', folder)) ? folder : new URL('..', folder);
}

/** Returns a file of an installed package. A workspace has its own `node_modules` for versions that others do not share. */
export function installedFile(folder: URL, path: string): URL {
  const own = new URL(`node_modules/${path}`, folder);
  return existsSync(own) ? own : new URL(`node_modules/${path}`, rootOf(folder));
}

function run(command: readonly string[], installed: string, folder: URL): void {
  if (existsSync(new URL(installed, folder))) return;
  const cwd = fileURLToPath(folder);
  console.log(`Installing packages in ${cwd} …`);
  const options = { cwd, stdio: 'inherit', shell: process.platform === 'win32' } as const;
  execFileSync('npm', [...command, '--silent'], options);
}

function nameOf(folder: URL): string {
  return JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).name;
}
