// Counts in a checkpoint, together with other processes: `count.ts <url> <seed> <goal>`. Each number is an effect.
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresOrderStore } from 'outlet-open-api/postgres';
import { LeaseError } from 'outlet-open-api/sync';
import pg from 'pg';
import { createRandom } from '../../../../../src/random.js';
import { addEffect, inTransaction } from '../database.js';
import { startTogether } from './start-together.js';

const [connectionString, seed, goal] = process.argv.slice(2);
const random = createRandom(Number(seed));
const pool = new pg.Pool({ connectionString });
const store = createPostgresOrderStore({ pool }).checkpoints;
const header = { version: 2, task: 'backfill', outletRef: 'bistro' } as const;
let count = 0;
await startTogether(pool);
while (count < Number(goal)) {
  // Some leases are too short for the transaction.
  const run = await store.acquire({ name: 'count', leaseDuration: random.next() < 0.2 ? 1 : 10_000 });
  if (run) {
    const saved = await store.load('count');
    count = (typeof saved === 'string' ? JSON.parse(saved).count : 0) + 1;
    try {
      await inTransaction(pool, async (client) => {
        await addEffect(client, `count ${count}`);
        await sleep(3 * random.next());
        await store.with(client).save(run, Object.assign({ count }, header));
      });
    } catch (error) {
      // Another process has taken the lease.
      if (!(error instanceof LeaseError)) throw error;
      console.log('lost');
    }
    await run.release();
  }
  await sleep(2 * random.next());
}
await pool.end();
