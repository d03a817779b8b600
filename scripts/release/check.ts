// `npm run release:check`: checks everything that a release promises. It leaves the tarball that it has tested.
import { readFileSync } from 'node:fs';
import { repositoryUrl } from '../published-files.js';
import { type Outcome, pack, run, runSuite, tryJsr } from './steps.js';

interface Step {
  readonly name: string;
  take(): Promise<Outcome>;
}

const script = (name: string): Step => ({ name, take: () => run('npm', ['run', name]) });
const suite = (name: string): Step => ({ name, take: () => runSuite(name) });

/** The steps of a group run at the same time. Each leaves a processor idle for much of its time. */
const groups: readonly (readonly Step[])[] = [
  ['check:types', 'check:code-blocks', 'check:style', 'check:prose', 'check:unused'].map(script),
  [{ name: 'pack', take: pack }],
  [script('start')],
  [suite('test')],
  ...[
    ['test:package', 'test:at-scale'],
    ['test:runtimes', 'test:servers'],
    ['test:frameworks', 'test:database'],
    ['test:docs', 'test:dashboard'],
  ].map((names) => names.map(suite)),
  [{ name: 'jsr', take: tryJsr }],
];

const begin = performance.now();
const taken: (Outcome & { name: string; seconds: number })[] = [];
for (const group of groups) {
  console.log(`\n── ${group.map(({ name }) => name).join(', ')}\n`);
  taken.push(...(await Promise.all(group.map(perform))));
}

const sum = (count: 'passed' | 'failed') => taken.reduce((all, step) => all + step[count], 0);
console.log('\n── in all\n');
for (const { name, passed, failed, seconds } of [
  ...taken,
  { name: '', passed: 0, failed: 0, seconds: (performance.now() - begin) / 1_000 },
]) {
  const counts = [passed > 0 && `${passed} tests`, failed > 0 && `${failed} FAILED`].filter(Boolean);
  console.log(`${name.padEnd(16)}${seconds.toFixed(0).padStart(4)} s  ${counts.join(', ')}`);
}
for (const failure of taken.flatMap(({ failures = [] }) => failures)) console.log(`FAILED ${failure}`);
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
if (repositoryUrl(manifest) === undefined) {
  console.log('package.json has no repository yet, so `npm run release:publish` will fail.');
}
console.log(`tests: ${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;

/** A step that breaks off counts as failed, and the other steps still run. */
async function perform({ name, take }: Step): Promise<Outcome & { name: string; seconds: number }> {
  const begin = performance.now();
  const outcome = await take().catch((error: unknown) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  return { name, ...outcome, seconds: (performance.now() - begin) / 1_000 };
}
