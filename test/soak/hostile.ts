// `npm run soak -- hostile`: runs the tests of the SDK and its examples against hostile fakes, one seed after the other.
import { parseArgs } from 'node:util';
import { runSeeds } from './run-seeds.js';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '1-20' } } });
const [first = Number.NaN, last = first] = values.seeds.split('-').map(Number);
if (!(Number.isInteger(first) && Number.isInteger(last) && first <= last)) {
  console.error('Usage: npm run soak -- hostile --seeds 1-20');
  process.exit(1);
}

console.log('The tests of the SDK:');
runSeeds(first, last, ['--mode', 'hostile'], (HOSTILE_SEED) => ({ HOSTILE_SEED }));
console.log('The examples:');
runSeeds(first, last, ['--config', 'test/examples/vitest.config.ts'], (HOSTILE_SEED) => ({ HOSTILE_SEED }));
