// `npm run soak -- at-scale`: kills the parts of `examples/at-scale` at other moments, with one seed after the other.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packInto } from '../../scripts/pack.js';
import { runSeeds } from './run-seeds.js';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) {
  console.error('Usage: npm run soak -- at-scale --runs 10');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'outlet-soak-'));
const SDK_TARBALL = packInto(folder);
// With CI, a missing server fails the run instead of skipping it.
runSeeds(1, runs, ['--config', 'examples/at-scale/vitest.config.ts', 'kills'], (AT_SCALE_SEED) => ({
  AT_SCALE_SEED,
  SDK_TARBALL,
  CI: 'true',
}));
rmSync(folder, { recursive: true });
