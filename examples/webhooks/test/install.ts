import { installTarball } from '../../../test/support/installing/install-tarball.js';

/** Installs the packed SDK, so that the examples are tested with what npm would publish. */
export default function install(): void {
  installTarball(new URL('..', import.meta.url));
}
