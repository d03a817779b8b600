import { packTarball } from '../../support/installing/install-tarball.js';

/** Packs the SDK, which every host installs. */
export default function setUp(): void {
  packTarball(new URL('.', import.meta.url));
}
