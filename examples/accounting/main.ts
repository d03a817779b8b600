// Accounting: polls goods receipts over a trailing window, and books those that are bills.
import { type GoodsReceipt, OutletClient } from 'outlet-open-api';
import { payable } from './payable.js';

const outlet = new OutletClient();
const bills = new Map<string, GoodsReceipt>();

const to = new Date();
const from = new Date(to.getTime() - 30 * 24 * 60 * 60 * 1_000);

// By id: a bill that was posted already is updated, and one that was cancelled since is taken back.
for await (const receipt of outlet.goodsReceipts.list({ from, to, status: ['completed', 'cancelled'] })) {
  if (receipt.status === 'completed') bills.set(receipt.id, receipt);
  else bills.delete(receipt.id);
}

const bySupplier = new Map<string, number>();
for (const bill of bills.values()) {
  const name = bill.supplier?.name ?? 'unknown';
  bySupplier.set(name, (bySupplier.get(name) ?? 0) + payable(bill));
}
for (const [name, cents] of bySupplier) console.log(`${name}: ${(cents / 100).toFixed(2)}`);
console.log(`${bills.size} bills of the last 30 days`);
