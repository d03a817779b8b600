// `npm run soak -- hostile`: runs the suites of the SDK against hostile fakes, one seed after the other.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '1-20' } } });
const [first = Number.NaN, last = first] = values.seeds.split('-').map(Number);
if (!(Number.isInteger(first) && Number.isInteger(last) && first <= last)) {
  console.error('Usage: npm run soak -- hostile --seeds 1-20');
  process.exit(1);
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'hostile*', '--reporter', 'minimal'];

for (let seed = first; seed <= last; seed += 1) {
  const begin = performance.now();
  const env = { ...process.env, HOSTILE_SEED: String(seed) };
  const { status, stdout, stderr } = spawnSync(process.execPath, vitest, { env, encoding: 'utf8' });
  const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
  if (status !== 0) {
    process.exitCode = 1;
    console.log(stdout, stderr);
  }
  console.log(`seed ${seed}: ${status === 0 ? 'passed' : 'failed'} in ${seconds} s`);
}
