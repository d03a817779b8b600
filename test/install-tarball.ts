import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install-packages.js';

/**
 * Puts the packed SDK into a folder that has packages of its own, so that what is tested there is what npm would publish. The
 * environment variable `SDK_TARBALL` names one that is packed already; otherwise the SDK is built and packed anew.
 */
export function installTarball(folder: URL): void {
  const inFolder = (path: string) => fileURLToPath(new URL(path, folder));
  const tarball = inFolder('outlet-open-api.tgz');
  if (process.env.SDK_TARBALL) copyFileSync(process.env.SDK_TARBALL, tarball);
  else pack(tarball);
  installPackages(folder);

  const installed = inFolder('node_modules/outlet-open-api');
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
}

function pack(tarball: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'outlet-open-api-'));
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  copyFileSync(join(folder, packed.trim().split('\n').at(-1) ?? ''), tarball);
  rmSync(folder, { recursive: true });
}
