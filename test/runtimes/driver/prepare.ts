import { installTarball } from '../../install-tarball.js';

/** Installs the packed SDK, and makes of the cases what each runtime can load. */
export default async function prepare(): Promise<void> {
  installTarball(new URL('..', import.meta.url));
  // Its packages were not there before.
  const { bundle } = await import('./bundle.js');
  await bundle();
}
