// `.ci/run` checks, packs and tests the SDK in minutes, and `.ci/run --all` runs all suites. Both leave the tarball that they have tested.
// The last line is `tests: N passed, N failed`. A command without tests counts as one failure if it fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suites } from '../../vitest.config.js';
import { packInto } from '../pack.js';

/** What the JSON reporter of vitest writes. */
interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** CI tests the site, and the nightly workflow the hosts. */
const testedElsewhere = ['hosts', 'site'];

/**
 * What `.ci/run` leaves to `.ci/run --all` and to ci.yml, where each suite has a machine of its own. It takes half of the time, and most
 * of what there is to install.
 */
const long = {
  suites: ['at-scale', 'database', 'frameworks', 'memory', 'runtimes'],
  files: [
    // The other files test one view each.
    'test/suites/dashboard/!(security).test.ts',
    // They kill programs all the time, until everything is done.
    'test/suites/reliability/outbox/**',
    'test/suites/servers/postgres/copy/**',
    'test/suites/servers/postgres/processes/outbox-kills.test.ts',
  ],
};

const isWhole = process.argv.includes('--all');
const root = fileURLToPath(new URL('../..', import.meta.url));
const failures: string[] = [];
const left = isWhole ? testedElsewhere : [...testedElsewhere, ...long.suites];
const names = suites.map(({ test }) => String(test?.name)).filter((name) => !left.includes(name));

// Packing blocks this process, so the checks start first.
const checked = run('npm', 'run', 'check', 'types', 'code-blocks', 'style', 'unused');
process.env.SDK_TARBALL = packInto(root);
await Promise.all([checkProse(), checked]);
const passed = await test();

for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`tests: ${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function checkProse(): Promise<void> {
  // Both install packages in the same folder. The suites of `.ci/run` install their few packages themselves.
  const folders = ['test/suites', 'examples/database', 'examples/at-scale'];
  if (isWhole) await run('npx', '--no-install', 'tsx', 'scripts/release/install-packages.ts', ...folders);
  await run('npm', 'run', 'check', 'prose');
}

/** Runs a command, and shows its output. */
async function run(command: string, ...line: readonly string[]): Promise<void> {
  const begin = performance.now();
  const child = spawn(command, line, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  const [status] = await once(child, 'close');
  const text = [command, ...line].join(' ');
  if (status !== 0) failures.push(text);
  console.log(`\n── ${text}: ${((performance.now() - begin) / 1_000).toFixed(0)} s\n`);
}

/** Runs the tests, and returns how many passed. */
async function test(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'outlet-open-api-release-'));
  const file = join(folder, 'report.json');
  const failedBefore = failures.length;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  // One of thousands of tests can fail by chance on a busy machine. It is named below. No other command tries a test twice.
  const retry = '--retry=1';
  // Many tests wait for processes, browsers and servers.
  const workers = `--maxWorkers=${2 * availableParallelism()}`;
  const projects = [...names, 'unit*', 'hostile*'].flatMap((name) => ['--project', name]);
  const excluded = isWhole ? [] : long.files.flatMap((glob) => ['--exclude', glob]);
  await run('npx', '--no-install', 'vitest', 'run', ...projects, ...excluded, workers, retry, ...reporters);
  if (!existsSync(file)) return 0;
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
  const failedAs = (status: string) =>
    report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.flatMap(({ fullName, failureMessages: [message], ...result }) =>
        result.status === status && message !== undefined
          ? [[relative(root, name), fullName, message.split('\n', 1)[0]].join(': ')]
          : [],
      ),
    );
  const failed = failedAs('failed');
  for (const test of failedAs('passed')) console.log(`FAILED, then passed: ${test}`);
  // An error before the first test, such as a server that does not start, has no failed test.
  if (failed.length > 0) failures.splice(failedBefore, 1, ...failed);
  return report.numPassedTests;
}
