import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Copy } from './copy.js';
import type { Outlet } from './outlet.js';
import type { Delivered } from './program/journal.js';
import { unless, type Violation } from './violation.js';

/** Compares the delivered records with those of the outlet. */
export function checkCopy(copy: Copy, outlet: Outlet): Violation[] {
  const missed = missedIn(copy, outlet);
  const stale = outlet.receipts.filter(
    ({ id, status }) => status !== 'draft' && copy.receipts.has(id) && isStale(id),
  );
  const [ours, theirs] = [totalOf([...copy.receipts.values()]), totalOf(outlet.receipts)];
  return [
    ...missed.map((id) => ({ law: 'missed' as const, detail: id })),
    ...stale.map(({ id }) => ({ law: 'stale' as const, detail: id })),
    ...unless(ours === theirs, 'totals', `${ours} cents, and at the outlet ${theirs}`),
    ...unless(copy.returns === 0, 'together', `${copy.returns} times`),
  ];

  function isStale(id: string): boolean {
    return !isDeepStrictEqual(
      copy.receipts.get(id),
      outlet.receipts.find((receipt) => receipt.id === id),
    );
  }
}

/** Returns the ids of records that were never delivered. Drafts are not delivered. */
export function missedIn({ orders, receipts }: Copy, outlet: Outlet): string[] {
  const due = outlet.receipts.filter(({ status }) => status !== 'draft');
  return [
    ...outlet.orders.filter(({ id }) => !orders.has(id)),
    ...due.filter(({ id }) => !receipts.has(id)),
  ].map(({ id }) => id);
}

/** Returns the sum of completed receipts in cents. Older ones have no total. */
export function totalOf(receipts: readonly Delivered[]): bigint {
  return receipts
    .filter(({ status }) => status === 'completed')
    .reduce((sum, { total }) => sum + BigInt(Math.round(Number(total ?? 0) * 100)), 0n);
}

/** Checks that every checkpoint file is complete. */
export async function checkCheckpoints(folder: string): Promise<Violation[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const judged = names.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8');
    return unless(isWhole(text), 'torn', `${name}, of ${text.length} characters`);
  });
  return (await Promise.all(judged)).flat();
}

function isWhole(text: string): boolean {
  try {
    return typeof JSON.parse(text).checkpoint.task === 'string';
  } catch {
    return false;
  }
}
