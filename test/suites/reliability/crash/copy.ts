import { type Delivered, type Entry, readJournal } from './program/journal.js';
import type { Task } from './program/output-lines.js';

/** What all programs together received from an outlet. */
export interface Copy {
  /** As delivered last, by id. */
  readonly orders: ReadonlyMap<string, Delivered>;
  readonly receipts: ReadonlyMap<string, Delivered>;
  readonly delivered: number;
  /** How many were delivered before with the same content. */
  readonly twice: number;
  /** How often a program delivered records after another one had taken over. */
  readonly returns: number;
}

export async function readCopy(folder: string): Promise<Copy> {
  const [orders, receipts] = [await partOf(folder, 'backfill'), await partOf(folder, 'poll')];
  return {
    orders: orders.last,
    receipts: receipts.last,
    delivered: orders.delivered + receipts.delivered,
    twice: orders.twice + receipts.twice,
    returns: orders.returns + receipts.returns,
  };
}

async function partOf(folder: string, task: Task) {
  const entries = await readJournal(folder, task);
  const last = new Map<string, Delivered>();
  let delivered = 0;
  let twice = 0;
  for (const record of entries.flatMap(({ records }) => records)) {
    delivered += 1;
    if (JSON.stringify(last.get(record.id)) === JSON.stringify(record)) twice += 1;
    last.set(record.id, record);
  }
  return { last, delivered, twice, returns: returnsIn(entries) };
}

function returnsIn(entries: readonly Entry[]): number {
  const turns = entries
    .map((entry) => entry.process)
    .filter((process, index, all) => process !== all[index - 1]);
  return turns.length - new Set(turns).size;
}
