import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packInto } from '../pack.js';

/** The outcome of a step, in tests. A step that is not a suite has no tests, and counts as one failure if it fails. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** The tests that failed: file, name, and the first line of the message. */
  readonly failures?: readonly string[];
}

/** What the JSON reporter of vitest writes. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a command and shows its output. */
export async function run(command: string, line: readonly string[], cwd = root): Promise<Outcome> {
  const child = spawn(command, line, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  const [status] = await once(child, 'close');
  return { passed: 0, failed: status === 0 ? 0 : 1 };
}

/** Packs the tarball that is published, and passes it to the suites that test the package. */
export async function pack(): Promise<Outcome> {
  process.env.SDK_TARBALL = packInto(root);
  console.log(process.env.SDK_TARBALL);
  return { passed: 0, failed: 0 };
}

/** Installs the packages of a folder, such as `docs`. */
export function install(folder: string): Promise<Outcome> {
  return run('npx', ['--no-install', 'tsx', 'scripts/release/install-packages.ts', folder]);
}

/** Runs a suite of tests, and reads the number of tests from its report. */
export async function runSuite(suite: string): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'outlet-open-api-release-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { failed } = await run('npm', ['run', suite, '--', ...reporters]);
  const { numPassedTests, numFailedTests, testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(folder, { recursive: true });
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [message = ''] }) =>
        [relative(root, name), fullName, message.split('\n', 1)[0]].join(': '),
      ),
  );
  // An error before the first test, such as a server that does not start, has no failed test.
  return { passed: numPassedTests, failed: numFailedTests || failed, failures };
}
