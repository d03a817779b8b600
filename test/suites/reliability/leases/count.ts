// Counts in a checkpoint, together with other processes: `node count.mjs <folder> <goal> <seed>`. Prints each number that it has saved.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseError } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { createRandom } from '../../../../src/random.js';

const [folder = '', goal, seed] = process.argv.slice(2);
const random = createRandom(Number(seed));
const store = createFileCheckpointStore(folder);
let count = 0;
while (count < Number(goal)) {
  const run = await store.acquire({ name: 'count', leaseDuration: 10_000 });
  if (run) {
    count = Number(Object(await store.load('count')).count ?? 0) + 1;
    try {
      await run.save(
        Object.assign({ version: 2, task: 'backfill', outletRef: 'bistro' } as const, { count }),
      );
      writeSync(1, `${count}\n`);
    } catch (error) {
      // Another process has taken the lease over.
      if (!(error instanceof LeaseError)) throw error;
    }
    await run.release();
  }
  await sleep(2 * random.next());
}
