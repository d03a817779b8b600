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

test('a bill is made of what a client lists', async () => {
  const receipts = await outlet.goodsReceipts.list(range).toArray();
  expectTypeOf(receipts.map(billFromGoodsReceipt)).toEqualTypeOf<Bill[]>();
  expectTypeOf(billFromGoodsReceipt).parameters.toEqualTypeOf<[receipt: GoodsReceipt]>();
  // @ts-expect-error without an id nothing can be posted
  billFromGoodsReceipt({ items: [] });
});

test('its amounts are text, and those that a header may lack can be null', () => {
  const bill = billFromGoodsReceipt(receipt);
  expectTypeOf(bill.total).toEqualTypeOf<string>();
  expectTypeOf(bill.headerTotal).toEqualTypeOf<string | null>();
  expectTypeOf(bill.difference).toEqualTypeOf<string | null>();
  expectTypeOf(bill.balanced).toEqualTypeOf<boolean>();
  expectTypeOf(bill.action).toEqualTypeOf<BillAction>();
  expectTypeOf<BillAction>().toEqualTypeOf<'post' | 'void' | 'hold'>();
  expectTypeOf(bill.computed).toEqualTypeOf<readonly ('totalPrice' | 'tax' | 'total')[]>();
  expectTypeOf(bill.lines).toEqualTypeOf<readonly BillLine[]>();
  expectTypeOf(bill.taxes).toEqualTypeOf<readonly BillTax[]>();
  expectTypeOf<BillLine['taxRate']>().toEqualTypeOf<string | null>();
});

test('its problems are told apart by their code', () => {
  expectTypeOf<Bill['problems']>().toEqualTypeOf<readonly BillProblem[]>();
  expectTypeOf<'header-differs'>().toExtend<BillProblemCode>();
  expectTypeOf<string>().not.toExtend<BillProblemCode>();
});

test('nothing of it can be changed by mistake', () => {
  const bill = billFromGoodsReceipt(receipt);
  // @ts-expect-error a bill is what a receipt says
  bill.total = '0.00';
  // @ts-expect-error so are its lines
  bill.lines.push(...bill.lines);
});
