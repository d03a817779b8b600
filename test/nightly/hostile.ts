// `npm run nightly -- hostile`: runs the tests of the SDK and its examples against hostile fakes, one seed after the other.
import { readSeeds, runSeeds } from './run-seeds.js';

const seeds = readSeeds('hostile', '1-30');

console.log('The tests of the SDK:');
runSeeds(seeds, ['--project', 'hostile*'], (HOSTILE_SEED) => ({ HOSTILE_SEED }));
console.log('The examples:');
runSeeds(seeds, ['--project', 'examples'], (HOSTILE_SEED) => ({ HOSTILE_SEED }));
