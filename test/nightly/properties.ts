// `npm run nightly -- properties`: runs the unit tests with ten seeds for the examples of their properties, other ones each night.
import { readSeeds, runSeeds } from './run-seeds.js';

const now = Math.floor(Date.now() / 60_000);

runSeeds(readSeeds('properties', `${now}-${now + 9}`), ['--project', 'unit*'], (PROPERTY_SEED) => ({
  PROPERTY_SEED,
}));
