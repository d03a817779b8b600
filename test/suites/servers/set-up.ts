import { installPackages } from '../../support/installing/install-packages.js';
import { requirePrograms } from './start/programs.js';

export default function setUp(): void {
  installPackages(new URL('.', import.meta.url));
  requirePrograms('redis-server', 'postgres');
}
