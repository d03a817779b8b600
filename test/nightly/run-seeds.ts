import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

type Seeds = readonly [first: number, last: number];

/** Reads the option `--seeds 1-20` of a part. Ends the process if it is not a range. */
export function readSeeds(part: string, preset: string): Seeds {
  const { values } = parseArgs({ options: { seeds: { type: 'string', default: preset } } });
  const [first = Number.NaN, last = first] = values.seeds.split('-').map(Number);
  if (Number.isInteger(first) && Number.isInteger(last) && first <= last) return [first, last];
  console.error(`Usage: npm run nightly -- ${part} --seeds ${preset}`);
  process.exit(1);
}

/** Runs Vitest with one seed after the other. Prints what a run that fails printed. */
export function runSeeds(
  [first, last]: Seeds,
  args: readonly string[],
  environmentOf: (seed: string) => NodeJS.ProcessEnv,
): void {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter', 'minimal', ...args];
  for (let seed = first; seed <= last; seed += 1) {
    const begin = performance.now();
    const env = { ...process.env, ...environmentOf(String(seed)) };
    const { status, stdout, stderr } = spawnSync(process.execPath, vitest, { env, encoding: 'utf8' });
    const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
    if (status !== 0) {
      process.exitCode = 1;
      console.log(stdout, stderr);
    }
    console.log(`seed ${seed}: ${status === 0 ? 'passed' : 'failed'} in ${seconds} s`);
  }
}
