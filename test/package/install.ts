import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installTarball } from '../install-tarball.js';
import { tarball, unpacked } from './packed.js';

/** The package is tested as npm would publish it: installed beside the tools, and unpacked for those that read its files. */
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
