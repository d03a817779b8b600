// `npm run nightly -- at-scale`: kills the parts of `examples/at-scale` at other moments, with one seed after the other.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packInto } from '../../scripts/pack.js';
import { readSeeds, runSeeds } from './run-seeds.js';

const seeds = readSeeds('at-scale', '1-10');
const folder = mkdtempSync(join(tmpdir(), 'outlet-nightly-'));
const SDK_TARBALL = packInto(folder);
// With CI, a missing server fails the run instead of skipping it.
runSeeds(seeds, ['--project', 'at-scale', 'kills'], (AT_SCALE_SEED) => ({
  AT_SCALE_SEED,
  SDK_TARBALL,
  CI: 'true',
}));
rmSync(folder, { recursive: true });
