import type { GoodsReceipt, OutletClient } from 'outlet-open-api';
import {
  type Bill,
  type BillAction,
  type BillLine,
  type BillProblem,
  type BillProblemCode,
  type BillTax,
  billFromGoodsReceipt,
} from 'outlet-open-api/accounting';
import { expectTypeOf, test } from 'vitest';

declare const outlet: OutletClient;
declare const receipt: GoodsReceipt;
declare const range: { from: Date; to: Date };

test('a bill is calculated from a receipt that the client lists', async () => {
  const receipts = await outlet.goodsReceipts.list(range).toArray();
  expectTypeOf(receipts.map(billFromGoodsReceipt)).toEqualTypeOf<Bill[]>();
  expectTypeOf(billFromGoodsReceipt).parameters.toEqualTypeOf<[receipt: GoodsReceipt]>();
  // @ts-expect-error an id is required
  billFromGoodsReceipt({ items: [] });
});

test('amounts are strings, and amounts that a header can lack can be null', () => {
  const bill = billFromGoodsReceipt(receipt);
  expectTypeOf(bill.total).toEqualTypeOf<string>();
  expectTypeOf(bill.headerTotal).toEqualTypeOf<string | null>();
  expectTypeOf(bill.difference).toEqualTypeOf<string | null>();
  expectTypeOf(bill.isBalanced).toEqualTypeOf<boolean>();
  expectTypeOf(bill.action).toEqualTypeOf<BillAction>();
  expectTypeOf<BillAction>().toEqualTypeOf<'post' | 'void' | 'hold'>();
  expectTypeOf(bill.computed).toEqualTypeOf<readonly ('totalPrice' | 'tax' | 'total')[]>();
  expectTypeOf(bill.lines).toEqualTypeOf<readonly BillLine[]>();
  expectTypeOf(bill.taxes).toEqualTypeOf<readonly BillTax[]>();
  expectTypeOf<BillLine['taxRate' | 'quantity' | 'unit' | 'unitPrice']>().toEqualTypeOf<string | null>();
});

test('problems have known codes', () => {
  expectTypeOf<Bill['problems']>().toEqualTypeOf<readonly BillProblem[]>();
  expectTypeOf<'header-differs'>().toExtend<BillProblemCode>();
  expectTypeOf<string>().not.toExtend<BillProblemCode>();
});

test('a bill is read-only', () => {
  const bill = billFromGoodsReceipt(receipt);
  // @ts-expect-error amounts are read-only
  bill.total = '0.00';
  // @ts-expect-error lines are read-only
  bill.lines.push(...bill.lines);
});
