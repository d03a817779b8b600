import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds and packs the SDK as `npm publish` would. Gives the path of the tarball. */
export function packInto(folder: string): string {
  const printed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return join(folder, printed.trim().split('\n').at(-1) ?? '');
}

/** Unpacks a tarball of npm into a folder that is there. */
export function unpackInto(folder: string, tarball: string): void {
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}
