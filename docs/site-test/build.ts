import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the site. The build fails on links to pages that do not exist, and on warnings of TypeDoc. */
export default function build(): void {
  execFileSync('npm', ['run', 'docs:build'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
