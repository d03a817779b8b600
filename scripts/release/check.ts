// `npm run release:check`: all that has to be true of a release, on the very tarball that would be published.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack, run, runSuite, tryJsr } from './steps.js';

const folder = mkdtempSync(join(tmpdir(), 'outlet-open-api-release-'));
const tarball = join(folder, 'outlet-open-api.tgz');
// The suites that test the package take it from here.
process.env.SDK_TARBALL = tarball;

const suites = ['test', 'test:package', 'test:runtimes', 'test:frameworks'];
const steps = [
  { name: 'check', take: () => run('npm', ['run', 'check']) },
  { name: 'pack', take: () => pack(tarball) },
  { name: 'start', take: () => run('npm', ['start']) },
  ...suites.map((name) => ({
    name,
    take: () => runSuite(name, join(folder, `${name.replace(':', '-')}.json`)),
  })),
  { name: 'jsr', take: tryJsr },
];

const taken = steps.map(({ name, take }) => {
  console.log(`\n── ${name}\n`);
  const begin = performance.now();
  const outcome = take();
  return { name, ...outcome, seconds: (performance.now() - begin) / 1_000 };
});
rmSync(folder, { recursive: true });

const sum = (count: 'passed' | 'failed' | 'seconds') => taken.reduce((all, step) => all + step[count], 0);
console.log('\n── in all\n');
for (const { name, passed, failed, seconds } of [
  ...taken,
  { name: '', passed: 0, failed: 0, seconds: sum('seconds') },
]) {
  const counts = [passed > 0 && `${passed} tests`, failed > 0 && `${failed} FAILED`].filter(Boolean);
  console.log(`${name.padEnd(16)}${seconds.toFixed(0).padStart(4)} s  ${counts.join(', ')}`);
}
console.log(`tests: ${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
