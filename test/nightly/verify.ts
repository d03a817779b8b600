// `npm run nightly -- verify`: plays the scenarios of `verify` with backends, one seed after the other.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packInto } from '../../scripts/pack.js';
import { readSeeds, runSeeds } from './run-seeds.js';

const seeds = readSeeds('verify', '1-5');

console.log('The backends of the tests, and the examples that need no database:');
runSeeds(seeds, ['--project', 'verify'], (VERIFY_SEED) => ({ VERIFY_SEED }));
console.log('examples/database:');
const folder = mkdtempSync(join(tmpdir(), 'outlet-nightly-'));
const SDK_TARBALL = packInto(folder);
runSeeds(seeds, ['--project', 'database'], (VERIFY_SEED) => ({
  VERIFY_SEED,
  SDK_TARBALL,
}));
rmSync(folder, { recursive: true });
