import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeJsrPackage } from './jsr-package.js';

/** How a step went, in tests. One that is no suite has none, and counts where it failed. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const isWindows = process.platform === 'win32';

/** Runs a command, which shows what it has to say. */
export function run(command: string, line: readonly string[], cwd = root): Outcome {
  return outcomeOf(succeeds(command, line, cwd));
}

/** Builds and packs the SDK as `npm publish` would. */
export function pack(tarball: string): Outcome {
  const folder = dirname(tarball);
  try {
    const packed = execFileSync('npm', ['pack', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
      shell: isWindows,
    });
    renameSync(join(folder, packed.trim().split('\n').at(-1) ?? ''), tarball);
    return outcomeOf(true);
  } catch (error) {
    console.error(error);
    return outcomeOf(false);
  }
}

/** Runs a suite of tests, and reads from its report how many there were. */
export function runSuite(suite: string, report: string): Outcome {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const isGreen = succeeds('npm', ['run', suite, '--', ...reporters]);
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    // What fails before its first test, such as a server that does not start, has no failed test.
    return { passed: numPassedTests, failed: numFailedTests || outcomeOf(isGreen).failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Publishes the build to JSR, all but the last step. Deno comes with the suite of the runtimes. */
export function tryJsr(): Outcome {
  const folder = makeJsrPackage();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const deno = join(root, 'test/runtimes/node_modules/.bin/deno');
  return run(deno, ['publish', '--dry-run', '--allow-dirty', '--quiet'], folder);
}

function succeeds(command: string, line: readonly string[], cwd = root): boolean {
  return spawnSync(command, line, { cwd, stdio: 'inherit', shell: isWindows }).status === 0;
}

function outcomeOf(isRight: boolean): Outcome {
  return { passed: 0, failed: isRight ? 0 : 1 };
}
