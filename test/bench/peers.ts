import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Installs the peers, which nobody needs but the benchmarks, where they are missing. */
export function installPeers(): void {
  const here = fileURLToPath(new URL('.', import.meta.url));
  if (existsSync(`${here}/node_modules/.package-lock.json`)) return;
  console.log('Installing the peers in test/bench …');
  execFileSync('npm', ['ci', '--silent'], {
    cwd: here,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
