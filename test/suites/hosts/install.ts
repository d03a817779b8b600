import { installTarball } from '../../support/installing/install-tarball.js';

/** Installs the packed SDK and all hosts. */
export default function install(): void {
  installTarball(new URL('.', import.meta.url));
}
