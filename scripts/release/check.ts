// `npm run release:check`: checks everything that a release promises. It leaves the tarball that it has tested.
import { install, type Outcome, pack, run, runSuite } from './steps.js';

interface Step {
  readonly name: string;
  take(): Promise<Outcome>;
}

const script = (name: string): Step => ({ name, take: () => run('npm', ['run', name]) });
const suite = (name: string): Step => ({ name, take: () => runSuite(name) });

const checks = ['check:types', 'check:code-blocks', 'check:style', 'check:prose', 'check:unused'];

/** The suites that need no other packages. */
const suites = [
  'test',
  'test:hostile',
  'test:verify',
  'test:examples',
  'test:docs',
  'test:reliability',
  'test:learn',
  'test:memory',
];

type Suite = readonly [name: string, folder: string];

/** The suites with packages of their own, and the folder of each. The longest come first, so that all lanes end together. */
const suitesWithPackages: readonly Suite[] = [
  ['test:site', 'docs'],
  ['test:dashboard', 'test/suites/dashboard'],
  ['test:package', 'test/suites/package'],
  ['test:database', 'examples/database'],
  ['test:frameworks', 'examples/webhooks'],
  ['test:runtimes', 'test/suites/runtimes'],
  ['test:servers', 'test/suites/servers'],
  ['test:openapi', 'test/suites/openapi'],
  ['test:at-scale', 'examples/at-scale'],
];

const begin = performance.now();
const taken: (Outcome & { name: string; seconds: number })[] = [];

// Packing blocks this process, so the other step starts first.
await atOnce([script('start'), { name: 'pack', take: pack }]);
// Installing waits for the network and the disk most of the time. Each suite waits for its own packages only.
const installed = new Map<string, Promise<Outcome>>();
const installing = perform({ name: 'install', take: installInTurn });
await atOnce(checks.map(script));
const steps = [...suites.map(suite), ...suitesWithPackages.map(suiteAfter)];
// Backends that are verified wait most of the time, so their lane takes little from the others.
const areWaiting = ['test:verify', 'test:database'];
await Promise.all([
  inLanes(
    2,
    steps.filter(({ name }) => !areWaiting.includes(name)),
  ),
  inLanes(
    1,
    steps.filter(({ name }) => areWaiting.includes(name)),
  ),
]);
await installing;

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
console.log(`tests: ${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;

/** Installs the packages of one suite after the other, in the order in which the suites run. */
async function installInTurn(): Promise<Outcome> {
  let last: Promise<Outcome> = Promise.resolve({ passed: 0, failed: 0 });
  for (const [, folder] of suitesWithPackages) {
    last = last.then(() => install(folder));
    installed.set(folder, last);
  }
  const outcomes = await Promise.all(installed.values());
  return { passed: 0, failed: outcomes.filter(({ failed }) => failed > 0).length };
}

function suiteAfter([name, folder]: Suite): Step {
  return { name, take: () => Promise.resolve(installed.get(folder)).then(() => runSuite(name)) };
}

async function atOnce(steps: readonly Step[]): Promise<void> {
  await Promise.all(steps.map(perform));
}

/** Takes the steps in their order, each as soon as one of the lanes is free. */
async function inLanes(lanes: number, steps: readonly Step[]): Promise<void> {
  const waiting = steps.values();
  async function performNext(): Promise<void> {
    for (const step of waiting) await perform(step);
  }
  await Promise.all(Array.from({ length: lanes }, performNext));
}

/** A step that breaks off counts as failed, and the other steps still run. */
async function perform({ name, take }: Step): Promise<void> {
  console.log(`\n── ${name}\n`);
  const begin = performance.now();
  const outcome = await take().catch((error: unknown) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  taken.push({ name, ...outcome, seconds: (performance.now() - begin) / 1_000 });
}
