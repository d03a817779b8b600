// The program that is killed: it copies the orders of each outlet, and then its goods receipts.
import { writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutletClient } from 'outlet-open-api';
import {
  backfillOrders,
  type CheckpointStore,
  LeaseError,
  pollGoodsReceipts,
  type SyncRun,
} from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import type { Job, JobOutlet } from './job.js';
import { type Delivered, Journal } from './journal.js';
import { heldCode, lineOf, type Task, type Word } from './output-lines.js';

/** Pauses after a line, if the next step is too short to be killed in. Milliseconds. */
const pauses: Readonly<Partial<Record<Word, number>>> = { asks: 5, delivers: 2, delivered: 2, saves: 1 };

const { folder, outlets }: Job = JSON.parse(process.argv[2] ?? '');
const store = createFileCheckpointStore(join(folder, 'checkpoints'));
for (const end of await Promise.allSettled(outlets.map(copyOutlet))) {
  if (end.status === 'fulfilled') continue;
  if (!(end.reason instanceof LeaseError)) throw end.reason;
  process.exitCode = heldCode;
}

async function copyOutlet({ id, url, token, from, to }: JobOutlet): Promise<void> {
  const outlet = new OutletClient({
    baseUrl: url,
    accessToken: token,
    rateLimit: false,
    maxRetries: 0,
    // The schemas would take a third of the time to load.
    responseValidation: 'off',
  });
  await mkdir(join(folder, id), { recursive: true });
  const backfill = await Journal.open(join(folder, id), 'backfill');
  const poll = await Journal.open(join(folder, id), 'poll');
  try {
    await backfillOrders(outlet, {
      name: `${id} backfill`,
      outletRef: id,
      leaseDuration: 5_000,
      from,
      to,
      checkpoints: withWords('backfill'),
      onOrders: (orders) => write('backfill', backfill, orders),
    });
    await pollGoodsReceipts(outlet, {
      name: `${id} poll`,
      outletRef: id,
      leaseDuration: 5_000,
      from,
      trailingDays: 14,
      maxLookbackDays: 100,
      checkpoints: withWords('poll'),
      onChanged: (receipt) => write('poll', poll, [receipt]),
    });
  } finally {
    await Promise.all([backfill.close(), poll.close()]);
  }
}

async function write(task: Task, journal: Journal, records: readonly Delivered[]): Promise<void> {
  await say(task, 'delivers');
  await journal.write(records);
  await say(task, 'delivered');
}

/** The store that all outlets share. It announces each step and its end. */
function withWords(task: Task): CheckpointStore {
  return {
    ...store,
    async acquire({ name, leaseDuration: duration }) {
      await say(task, 'asks');
      const run = await store.acquire({ name, leaseDuration: duration });
      await say(task, run ? 'leased' : 'held');
      const save: SyncRun['save'] = async (checkpoint) => {
        await say(task, 'saves');
        await run?.save(checkpoint);
        await say(task, 'saved');
      };
      return run && { ...run, save };
    },
  };
}

async function say(task: Task, word: Word): Promise<void> {
  writeSync(1, `${lineOf({ task, word })}\n`);
  const pause = pauses[word];
  if (pause !== undefined) await sleep(pause);
}
