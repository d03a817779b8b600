import { installTarball } from '../../../support/installing/install-tarball.js';

/** Installs the packed SDK, also for the example that a case imports, and bundles the cases for each runtime. */
export default async function prepare(): Promise<void> {
  installTarball(new URL('..', import.meta.url));
  installTarball(new URL('../../../../examples/database/', import.meta.url));
  // Imported late, because its packages did not exist before.
  const { bundle } = await import('./bundle.js');
  await bundle();
}
