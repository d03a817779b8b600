// `npm run nightly -- outbox`: checks the laws of the outbox with 200 seeds, and kills a backend with 20.
import { readSeeds, runSeeds } from './run-seeds.js';

const seeds = readSeeds('outbox', '1-200');
const [first, last] = seeds;

console.log('Simulated evenings:');
runSeeds(seeds, ['--project', 'unit-fake-time', 'sync/outbox/laws'], (seed) => ({ OUTBOX_SEEDS: seed }));
console.log('Backends that are killed:');
runSeeds([first, Math.min(last, first + 19)], ['--project', 'reliability', 'outbox'], (seed) => ({
  OUTBOX_SEEDS: seed,
}));
