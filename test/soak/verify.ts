// `npm run soak -- verify`: plays the scenarios of `verify` with backends, one seed after the other.
import { parseArgs } from 'node:util';
import { runSeeds } from './run-seeds.js';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '1-10' } } });
const [first = Number.NaN, last = first] = values.seeds.split('-').map(Number);
if (!(Number.isInteger(first) && Number.isInteger(last) && first <= last)) {
  console.error('Usage: npm run soak -- verify --seeds 1-10');
  process.exit(1);
}

runSeeds(first, last, ['--config', 'test/verify/vitest.config.ts'], (VERIFY_SEED) => ({ VERIFY_SEED }));
