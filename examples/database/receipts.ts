import type { GoodsReceipt } from 'outlet-open-api';
import { jsonb, type Transaction } from './database.js';

/** Writes a goods receipt, and by how much has changed what is owed for it. */
export async function writeReceipt(tx: Transaction, receipt: GoodsReceipt): Promise<void> {
  const { id } = receipt;
  const { rows } = await tx.query<{ cents: number }>(
    `insert into receipts (id, content, cents) values ($1, '{}', 0)
     on conflict (id) do update set id = excluded.id
     returning cents`,
    [id],
  );
  const before = rows[0]?.cents ?? 0;
  const cents = centsOwed(receipt);
  await tx.query('update receipts set content = $2, cents = $3 where id = $1', [id, jsonb(receipt), cents]);
  if (cents === before) return;
  await tx.query('insert into purchases (receipt_id, cents) values ($1, $2)', [id, cents - before]);
}

/** Only a completed receipt is a bill; one that is cancelled owes nothing any more. */
export function centsOwed({ id, status, total }: GoodsReceipt): number {
  if (status !== 'completed') return 0;
  if (typeof total !== 'number')
    throw new Error(`Goods receipt ${id} has no total: add it up from its lines.`);
  return Math.round(total * 100);
}
