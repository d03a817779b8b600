import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../../support/installing/install-packages.js';

/** Builds the command and the dashboard. `.ci/run` sets `SDK_TARBALL`, and has just built them. */
export default function prepare(): void {
  installPackages(new URL('.', import.meta.url));
  if (process.env.SDK_TARBALL) return;
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
