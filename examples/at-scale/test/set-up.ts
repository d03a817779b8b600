import { requirePrograms } from '../../../test/suites/servers/start/programs.js';
import { installTarball } from '../../../test/support/installing/install-tarball.js';

/** The example is tested with the packed SDK, as a user has it. */
export default function setUp(): void {
  installTarball(new URL('..', import.meta.url));
  requirePrograms('redis-server', 'postgres');
}
