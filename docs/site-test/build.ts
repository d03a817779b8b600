import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the site, unless it is built. The build fails on links to pages that do not exist, and on warnings of TypeDoc. */
export default function build(): void {
  if (process.env.SITE_IS_BUILT) return;
  execFileSync('npm', ['run', 'docs:build'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
