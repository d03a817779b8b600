// `npm run soak -- verify`: plays the scenarios of `verify` with backends, one seed after the other.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packInto } from '../../scripts/pack.js';
import { readSeeds, runSeeds } from './run-seeds.js';

const [first, last] = readSeeds('verify', '1-10');

console.log('The backends of the tests, and examples/crash-safe-orders:');
runSeeds(first, last, ['--config', 'test/verify/vitest.config.ts'], (VERIFY_SEED) => ({ VERIFY_SEED }));
console.log('examples/database:');
const folder = mkdtempSync(join(tmpdir(), 'outlet-soak-'));
const SDK_TARBALL = packInto(folder);
runSeeds(
  first,
  last,
  ['--config', 'examples/database/vitest.config.ts', 'test/verify.test.ts'],
  (VERIFY_SEED) => ({ VERIFY_SEED, SDK_TARBALL }),
);
rmSync(folder, { recursive: true });
