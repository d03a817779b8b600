import type { GoodsReceipt } from 'outlet-open-api';
import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { jsonb, type Transaction } from './database.js';

/** Writes a goods receipt, and the change of what is owed for it. */
export async function writeReceipt(tx: Transaction, outletRef: string, receipt: GoodsReceipt): Promise<void> {
  const { id } = receipt;
  const { rows } = await tx.query<{ cents: number }>(
    `insert into receipts (outlet_ref, id, content, cents) values ($1, $2, '{}', 0)
     on conflict (outlet_ref, id) do update set id = excluded.id
     returning cents`,
    [outletRef, id],
  );
  const before = rows[0]?.cents ?? 0;
  const cents = centsOwed(receipt) ?? before;
  await tx.query('update receipts set content = $3, cents = $4 where outlet_ref = $1 and id = $2', [
    outletRef,
    id,
    jsonb(receipt),
    cents,
  ]);
  if (cents === before) return;
  await tx.query('insert into purchases (outlet_ref, receipt_id, cents) values ($1, $2, $3)', [
    outletRef,
    id,
    cents - before,
  ]);
}

/** Returns what is owed for a receipt; `undefined` if it is not a valid bill yet, so that what was booked stays. */
export function centsOwed(receipt: GoodsReceipt): number | undefined {
  const { action, headerTotal, total } = billFromGoodsReceipt(receipt);
  if (action === 'hold') return undefined;
  return action === 'post' ? Math.round(Number(headerTotal ?? total) * 100) : 0;
}
