// `npm run nightly -- node`: runs the tests of the SDK and its examples, and kills processes, on every supported version of Node.js.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedFile } from '../support/installing/install-packages.js';
import { installTarball } from '../support/installing/install-tarball.js';

const suites = ['unit*', 'examples', 'reliability'];

const runtimes = new URL('../suites/runtimes/', import.meta.url);
const { devDependencies } = JSON.parse(readFileSync(new URL('package.json', runtimes), 'utf8'));
const versions = Object.keys(devDependencies).filter((name) => /^node\d+$/.test(name));

installTarball(runtimes);
const failed: string[] = [];
for (const version of versions) {
  const folder = fileURLToPath(installedFile(runtimes, `${version}/bin`));
  const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
  for (const suite of suites) {
    console.log(`\n── ${suite} on ${version}\n`);
    // A name of files need not occur in each suite.
    const line = ['run', 'suite', suite, '--', '--passWithNoTests', ...process.argv.slice(2)];
    const { status } = spawnSync('npm', line, { env, stdio: 'inherit' });
    if (status !== 0) failed.push(`${suite} on ${version}`);
  }
}
if (failed.length > 0) {
  console.error(`These failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
