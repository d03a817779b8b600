import type { GoodsReceipt } from 'outlet-open-api';
import {
  type Bill,
  type BillAction,
  type BillLine,
  type BillProblemCode,
  billFromGoodsReceipt,
  type GoodsReceipt as GoodsReceiptHere,
} from 'outlet-open-api/accounting';
import { has } from './proof.js';

export function book(receipt: GoodsReceipt): string | undefined {
  has<GoodsReceiptHere>()(receipt);
  const bill = billFromGoodsReceipt(receipt);
  has<Bill>()(bill);
  has<BillAction>()(bill.action);
  has<string>()(bill.total);
  has<string | null>()(bill.difference);
  for (const line of bill.lines) {
    has<BillLine>()(line);
    has<string | null>()(line.quantity);
    has<string | null>()(line.unit);
    has<string | null>()(line.unitPrice);
  }
  for (const { code } of bill.problems) has<BillProblemCode>()(code);
  // @ts-expect-error there is no such action
  if (bill.action === 'draft') return undefined;
  return bill.lines[0]?.documentDiscountShare;
}
