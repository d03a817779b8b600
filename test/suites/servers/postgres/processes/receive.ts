// Receives every event of a list, in random order: `receive.ts <url> <seed> <number of events>`. Prints errors.

import pg from 'pg';
import { createRandom } from '../../../../../src/random.js';
import { createReceiver, deliverUntilHandled } from '../deliveries.js';
import { startTogether } from './start-together.js';

const [connectionString, seed, count] = process.argv.slice(2);
const random = createRandom(Number(seed));
const pool = new pg.Pool({ connectionString });
const handle = createReceiver(pool, (error) => console.log(error));
const ids = Array.from({ length: Number(count) }, (_, index) => `event ${index}`);
const shuffled = ids
  .map((id) => ({ id, place: random.next() }))
  .toSorted((one, other) => one.place - other.place);
await startTogether(pool);
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (let next = shuffled.pop(); next; next = shuffled.pop()) await deliverUntilHandled(handle, next.id);
  }),
);
await pool.end();
