import type { GoodsReceipt } from 'outlet-open-api';
import { type Bill, billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { type Database, jsonb, type Transaction } from './database.js';

/** A receipt that a person must look at. */
interface ParkedReceipt extends Record<string, unknown> {
  readonly id: string;
  readonly content: GoodsReceipt;
  readonly readAt: Date;
  readonly isListed: boolean;
  /** The reason. */
  readonly parked: string;
}

/**
 * Writes a goods receipt, and the change of what is owed for it. Parks it if its bill has problems or if it cannot be written, so
 * that one receipt does not stop the books of an outlet.
 */
export async function takeReceipt(
  db: Database,
  outletRef: string,
  receipt: GoodsReceipt,
  readAt: Date,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const bill = billFromGoodsReceipt(receipt);
      const isWritten = await writeContent(tx, outletRef, receipt, readAt, problemsOf(bill));
      const owed = owedFor(bill);
      if (isWritten && owed !== undefined) await book(tx, outletRef, receipt.id, owed);
    });
  } catch (error) {
    // If the database is down, this fails as well, and the run ends.
    await writeContent(db, outletRef, receipt, readAt, String(error));
  }
}

/** Returns what is owed for a receipt; `undefined` if it is not a valid bill yet, so that what was booked stays. */
export function owedFor({ action, headerTotal, total }: Bill): string | undefined {
  if (action === 'hold') return undefined;
  return action === 'post' ? (headerTotal ?? total) : '0';
}

/** Parks a receipt that is no longer listed. What is owed stays, because a fault of the service can hide receipts that exist. */
export async function parkUnlisted(db: Database, outletRef: string, id: string, readAt: Date): Promise<void> {
  await db.query(
    `update receipts set parked = 'is no longer listed', is_listed = false
     where outlet_ref = $1 and id = $2 and read_at <= $3`,
    [outletRef, id, readAt],
  );
}

/** Writes parked receipts again, because a poll does not deliver them again unless they change. */
export async function retryParked(db: Database, outletRef: string): Promise<void> {
  for (const { content, readAt, isListed } of await parkedReceipts(db, outletRef))
    if (isListed) await takeReceipt(db, outletRef, content, readAt);
}

export async function parkedReceipts(db: Database, outletRef: string): Promise<readonly ParkedReceipt[]> {
  const { rows } = await db.query<ParkedReceipt>(
    `select id, content, read_at as "readAt", is_listed as "isListed", parked
     from receipts where outlet_ref = $1 and parked is not null order by id`,
    [outletRef],
  );
  return rows;
}

/** Resolves a parked receipt as a person has decided: keeps what is owed, or takes it back. */
export async function resolveReceipt(
  db: Database,
  outletRef: string,
  id: string,
  decision: 'keep' | 'void',
): Promise<void> {
  await db.transaction(async (tx) => {
    if (decision === 'void') await book(tx, outletRef, id, '0');
    await tx.query('update receipts set parked = null where outlet_ref = $1 and id = $2', [outletRef, id]);
  });
}

/** Writes a receipt unless the database has a copy that was read later. Returns whether it did. */
async function writeContent(
  tx: Transaction,
  outletRef: string,
  receipt: GoodsReceipt,
  readAt: Date,
  parked: string | null,
): Promise<boolean> {
  const { rows } = await tx.query(
    `insert into receipts (outlet_ref, id, content, read_at, parked) values ($1, $2, $3, $4, $5)
     on conflict (outlet_ref, id) do update
     set content = excluded.content, read_at = excluded.read_at, parked = excluded.parked, is_listed = true
     where receipts.read_at <= excluded.read_at
     returning id`,
    [outletRef, receipt.id, jsonb(receipt), readAt, parked],
  );
  return rows.length > 0;
}

/** Books the difference to what is owed. */
async function book(tx: Transaction, outletRef: string, id: string, owed: string): Promise<void> {
  const { rows } = await tx.query(
    `update receipts set owed = $3, difference = $3 - owed where outlet_ref = $1 and id = $2 returning id`,
    [outletRef, id, owed],
  );
  if (rows.length === 0) throw new Error(`${outletRef} has no goods receipt ${id}.`);
  await tx.query(
    `insert into purchases (outlet_ref, receipt_id, amount)
     select outlet_ref, id, difference from receipts where outlet_ref = $1 and id = $2 and difference <> 0`,
    [outletRef, id],
  );
}

/** Returns why a bill is on hold; `null` for a draft or a partially received receipt, which is only not complete yet. */
function problemsOf({ action, status, problems }: Bill): string | null {
  const isAwaited = status === 'draft' || status === 'partiallyReceived';
  if (action !== 'hold' || isAwaited) return null;
  return problems.map(({ path, message }) => `${path} ${message}`).join('; ');
}
