import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Installs the packages of a folder with its own package.json if they are missing. The root install stays small this way. */
export function installPackages(folder: URL): void {
  if (existsSync(new URL('node_modules/.package-lock.json', folder))) return;
  const cwd = fileURLToPath(folder);
  console.log(`Installing the packages of ${cwd} …`);
  execFileSync('npm', ['ci', '--silent'], { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
}
