// `npm run nightly -- copy`: kills a chain of 15 outlets with two processes and PostgreSQL, with one seed after the other.
import { readSeeds, runSeeds } from './run-seeds.js';

const seeds = readSeeds('copy', '1-10');
// With CI, a missing server fails the run instead of skipping it.
runSeeds(seeds, ['--project', 'servers', 'postgres/copy/night'], (COPY_SEEDS) => ({
  COPY_SEEDS,
  CI: 'true',
}));
