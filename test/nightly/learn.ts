// `npm run nightly -- learn`: finds out how hostile fakes and other services behave, with one seed after the other in one run.
import { spawnSync } from 'node:child_process';
import { readSeeds } from './run-seeds.js';

const LEARN_SEEDS = readSeeds('learn', '1-100').join('-');
const tests = ['--project', 'learn'];
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...tests], {
  env: { ...process.env, LEARN_SEEDS },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
