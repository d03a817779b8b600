import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packInto, unpackInto } from '../scripts/pack.js';
import { installPackages } from './install-packages.js';

/**
 * Puts the packed SDK into a folder that has packages of its own, so that what is tested there is what npm would publish. The
 * environment variable `SDK_TARBALL` names one that is packed already; otherwise the SDK is built and packed anew.
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
