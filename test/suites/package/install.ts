import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installTarball } from '../../support/installing/install-tarball.js';
import { tarball, unpacked } from './packed.js';

/** Tests the package as npm would publish it. Installs it next to the tools, and unpacks it for the tests that read its files. */
export default function install(): void {
  installTarball(new URL('.', import.meta.url));
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked);
  execFileSync('tar', [
    '-xzf',
    fileURLToPath(tarball),
    '-C',
    fileURLToPath(unpacked),
    '--strip-components=1',
  ]);
}
