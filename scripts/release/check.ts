// `npm run release:check`: checks everything that a release promises. It leaves the tarball that it has tested.
import { readFileSync } from 'node:fs';
import { repositoryUrl } from '../published-files.js';
import { type Outcome, pack, run, runSuite, tryJsr } from './steps.js';

const suites = [
  'test',
  'test:package',
  'test:runtimes',
  'test:frameworks',
  'test:database',
  'test:docs',
  'test:dashboard',
];
const steps = [
  ...['check:types', 'check:code-blocks', 'check:style', 'check:prose', 'check:unused'].map((name) => ({
    name,
    take: () => run('npm', ['run', name]),
  })),
  { name: 'pack', take: pack },
  { name: 'start', take: () => run('npm', ['start']) },
  ...suites.map((name) => ({ name, take: () => runSuite(name) })),
  { name: 'jsr', take: tryJsr },
];

const taken = steps.map(({ name, take }) => {
  console.log(`\n── ${name}\n`);
  const begin = performance.now();
  const outcome = outcomeOf(take);
  return { name, ...outcome, seconds: (performance.now() - begin) / 1_000 };
});

const sum = (count: 'passed' | 'failed' | 'seconds') => taken.reduce((all, step) => all + step[count], 0);
console.log('\n── in all\n');
for (const { name, passed, failed, seconds } of [
  ...taken,
  { name: '', passed: 0, failed: 0, seconds: sum('seconds') },
]) {
  const counts = [passed > 0 && `${passed} tests`, failed > 0 && `${failed} FAILED`].filter(Boolean);
  console.log(`${name.padEnd(16)}${seconds.toFixed(0).padStart(4)} s  ${counts.join(', ')}`);
}
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
if (repositoryUrl(manifest) === undefined) {
  console.log('package.json has no repository yet, so `npm run release:publish` will fail.');
}
console.log(`tests: ${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;

/** A step that breaks off counts as failed, and the other steps still run. */
function outcomeOf(take: () => Outcome): Outcome {
  try {
    return take();
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1 };
  }
}
