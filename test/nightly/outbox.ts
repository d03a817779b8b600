// `npm run nightly -- outbox`: checks the laws of the outbox with 200 seeds, and kills backends with 20.
import { readSeeds, runSeeds } from './run-seeds.js';

const seeds = readSeeds('outbox', '1-200');
const [first, last] = seeds;

console.log('Simulated evenings:');
runSeeds(seeds, ['--project', 'unit-fake-time', 'sync/outbox/laws'], (seed) => ({ OUTBOX_SEEDS: seed }));
console.log('Backends that are killed:');
const some = [first, Math.min(last, first + 19)] as const;
runSeeds(some, ['--project', 'reliability', 'outbox'], (seed) => ({ OUTBOX_SEEDS: seed }));
runSeeds(some, ['--project', 'servers', 'outbox-kills'], (seed) => ({ OUTBOX_SEEDS: seed }));
