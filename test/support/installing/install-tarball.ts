import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packInto, unpackInto } from '../../../scripts/pack.js';
import { installPackages, rootOf } from './install-packages.js';

/** Installs the packed SDK in a folder with its own packages, so that the tests use what npm would publish. */
export function installTarball(folder: URL): void {
  const root = rootOf(folder);
  const tarball = packTarball(root);
  installPackages(folder);

  const installed = fileURLToPath(new URL('node_modules/outlet-open-api', root));
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  unpackInto(installed, tarball);
}

/**
 * Builds and packs the SDK as `outlet-open-api.tgz` in a folder. The environment variable `SDK_TARBALL` can name a tarball that is
 * already packed. Returns the path of the tarball.
 */
export function packTarball(folder: URL): string {
  const tarball = fileURLToPath(new URL('outlet-open-api.tgz', folder));
  if (process.env.SDK_TARBALL) copyFileSync(process.env.SDK_TARBALL, tarball);
  else packTo(tarball);
  return tarball;
}

function packTo(tarball: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'outlet-open-api-'));
  copyFileSync(packInto(folder), tarball);
  rmSync(folder, { recursive: true });
}
