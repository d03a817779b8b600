import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packInto, unpackInto } from '../../../scripts/pack.js';
import { installPackages } from './install-packages.js';

/**
 * Installs the packed SDK in a folder with its own packages, so that the tests use what npm would publish. The environment variable
 * `SDK_TARBALL` can name a tarball that is already packed. Otherwise the SDK is built and packed.
 */
export function installTarball(folder: URL): void {
  const inFolder = (path: string) => fileURLToPath(new URL(path, folder));
  const tarball = inFolder('outlet-open-api.tgz');
  if (process.env.SDK_TARBALL) copyFileSync(process.env.SDK_TARBALL, tarball);
  else packTo(tarball);
  installPackages(folder);

  const installed = inFolder('node_modules/outlet-open-api');
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  unpackInto(installed, tarball);
}

function packTo(tarball: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'outlet-open-api-'));
  copyFileSync(packInto(folder), tarball);
  rmSync(folder, { recursive: true });
}
