import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../../../test/install-packages.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const examples = new URL('..', import.meta.url);

/** Builds and packs the SDK as `npm publish` would, and puts it beside the frameworks, so that the tests are the package's. */
export default function install(): void {
  const shell = process.platform === 'win32';
  const inExamples = (path: string) => fileURLToPath(new URL(path, examples));
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', inExamples('.')], {
    cwd: root,
    encoding: 'utf8',
    shell,
  });
  const tarball = inExamples('outlet-open-api.tgz');
  renameSync(inExamples(packed.trim().split('\n').at(-1) ?? ''), tarball);
  installPackages(examples);

  const installed = inExamples('node_modules/outlet-open-api');
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed);
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
}
