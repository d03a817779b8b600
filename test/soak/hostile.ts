// `npm run soak -- hostile`: runs the tests of the SDK and its examples against hostile fakes, one seed after the other.
import { readSeeds, runSeeds } from './run-seeds.js';

const [first, last] = readSeeds('hostile', '1-20');

console.log('The tests of the SDK:');
runSeeds(first, last, ['--mode', 'hostile'], (HOSTILE_SEED) => ({ HOSTILE_SEED }));
console.log('The examples:');
runSeeds(first, last, ['--config', 'test/examples/vitest.config.ts'], (HOSTILE_SEED) => ({ HOSTILE_SEED }));
