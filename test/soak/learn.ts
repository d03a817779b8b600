// `npm run soak -- learn`: finds out how hostile fakes behave, with one seed after the other in one run.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '1-100' } } });
if (!/^\d+(?:-\d+)?$/.test(values.seeds)) {
  console.error('Usage: npm run soak -- learn --seeds 1-100');
  process.exit(1);
}

const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'test/learn/vitest.config.ts',
  'hostile',
];
const { status } = spawnSync(process.execPath, vitest, {
  env: { ...process.env, LEARN_SEEDS: values.seeds },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
