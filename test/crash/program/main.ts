// The program that is killed: it copies an outlet's orders, and then its goods receipts.
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutletClient } from 'outlet-open-api';
import { backfillOrders, type CheckpointStore, LeaseError, pollGoodsReceipts } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import type { Job } from './job.js';
import { type Handed, Journal } from './journal.js';
import { lineOf, refusedCode, type Task, type Word } from './said.js';

/** After a word, where what comes next would take too short a time to be met in. Milliseconds. */
const pauses: Readonly<Partial<Record<Word, number>>> = { asks: 5, hands: 2, handed: 2, saves: 1 };

const { url, token, folder, from, to }: Job = JSON.parse(process.argv[2] ?? '');
const outlet = new OutletClient({
  baseUrl: url,
  accessToken: token,
  rateLimit: false,
  maxRetries: 0,
  // The schemas would take a third of the time to load.
  responseValidation: 'off',
});
const journals: Record<Task, Journal> = {
  backfill: await Journal.open(folder, 'backfill'),
  poll: await Journal.open(folder, 'poll'),
};
try {
  await backfillOrders(outlet, {
    from,
    to,
    checkpoints: checkpointsOf('backfill'),
    onOrders: (orders) => write('backfill', orders),
  });
  await pollGoodsReceipts(outlet, {
    since: from,
    trailingDays: 14,
    maxLookbackDays: 100,
    checkpoints: checkpointsOf('poll'),
    onChanged: (receipt) => write('poll', [receipt]),
  });
} catch (error) {
  if (!(error instanceof LeaseError)) throw error;
  process.exitCode = refusedCode;
} finally {
  await Promise.all(Object.values(journals).map((journal) => journal.close()));
}

async function write(task: Task, records: readonly Handed[]): Promise<void> {
  await say(task, 'hands');
  await journals[task].write(records);
  await say(task, 'handed');
}

/** The file store, with a word before and after each step. */
function checkpointsOf(task: Task): CheckpointStore {
  const store = createFileCheckpointStore(join(folder, 'checkpoints'));
  return {
    load: store.load,
    async save(name, checkpoint) {
      await say(task, 'saves');
      await store.save(name, checkpoint);
      await say(task, 'saved');
    },
    async lease(name, ms) {
      await say(task, 'asks');
      const lease = await store.lease(name, ms);
      await say(task, lease ? 'leased' : 'refused');
      return lease;
    },
  };
}

async function say(task: Task, word: Word): Promise<void> {
  writeSync(1, `${lineOf({ task, word })}\n`);
  const pause = pauses[word];
  if (pause !== undefined) await sleep(pause);
}
