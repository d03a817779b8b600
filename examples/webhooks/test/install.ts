import { installTarball } from '../../../test/install-tarball.js';

/** The examples are tested with the packed SDK, as a user has it. */
export default function install(): void {
  installTarball(new URL('..', import.meta.url));
}
