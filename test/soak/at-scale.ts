// `npm run soak -- at-scale`: kills the parts of `examples/at-scale` at other moments, with one seed after the other.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packInto } from '../../scripts/pack.js';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) {
  console.error('Usage: npm run soak -- at-scale --runs 10');
  process.exit(1);
}

const config = 'examples/at-scale/vitest.config.ts';
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  config,
  'kills',
  '--reporter',
  'minimal',
];

const folder = mkdtempSync(join(tmpdir(), 'outlet-soak-'));
const SDK_TARBALL = packInto(folder);

for (let seed = 1; seed <= runs; seed += 1) {
  const begin = performance.now();
  // A missing server fails the run instead of skipping it.
  const env = { ...process.env, CI: 'true', SDK_TARBALL, AT_SCALE_SEED: String(seed) };
  const { status, stdout, stderr } = spawnSync(process.execPath, vitest, { env, encoding: 'utf8' });
  const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
  if (status !== 0) {
    process.exitCode = 1;
    console.log(stdout, stderr);
  }
  console.log(`seed ${seed}: ${status === 0 ? 'passed' : 'failed'} in ${seconds} s`);
}
rmSync(folder, { recursive: true });
