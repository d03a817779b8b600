import { installTarball } from '../../../test/install-tarball.js';
import { requirePrograms } from '../../../test/servers/start/programs.js';

/** The example is tested with the packed SDK, as a user has it. */
export default function setUp(): void {
  installTarball(new URL('..', import.meta.url));
  requirePrograms('redis-server', 'postgres');
}
