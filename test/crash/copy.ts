import { type Entry, type Handed, readJournal } from './program/journal.js';
import type { Task } from './program/said.js';

/** What the programs have been handed, all together. */
export interface Copy {
  /** As they were handed over last, by id. */
  readonly orders: ReadonlyMap<string, Handed>;
  readonly receipts: ReadonlyMap<string, Handed>;
  readonly handedOver: number;
  /** Those that had come before with the same content. */
  readonly twice: number;
  /** How often a program handed over after another one had begun to. */
  readonly returns: number;
}

export async function readCopy(folder: string): Promise<Copy> {
  const [orders, receipts] = [await partOf(folder, 'backfill'), await partOf(folder, 'poll')];
  return {
    orders: orders.last,
    receipts: receipts.last,
    handedOver: orders.handedOver + receipts.handedOver,
    twice: orders.twice + receipts.twice,
    returns: orders.returns + receipts.returns,
  };
}

async function partOf(folder: string, task: Task) {
  const entries = await readJournal(folder, task);
  const last = new Map<string, Handed>();
  let handedOver = 0;
  let twice = 0;
  for (const record of entries.flatMap(({ records }) => records)) {
    handedOver += 1;
    if (JSON.stringify(last.get(record.id)) === JSON.stringify(record)) twice += 1;
    last.set(record.id, record);
  }
  return { last, handedOver, twice, returns: returnsIn(entries) };
}

function returnsIn(entries: readonly Entry[]): number {
  const turns = entries
    .map((entry) => entry.process)
    .filter((process, index, all) => process !== all[index - 1]);
  return turns.length - new Set(turns).size;
}
