import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { inMinorUnits, sum } from '../../accounting/minor-units.js';
import { expect } from '../expect.js';
import type { Stage } from '../stage.js';
import { terminal } from '../terminal.js';
import { groupBy } from './group-by.js';
import { money } from './money.js';

const days = 24 * 60 * 60 * 1_000;

/** Calculates the bills of three months from goods receipts, adds them up by supplier, and compares them with the receipts. */
export async function accounting({ outlet }: Stage): Promise<void> {
  terminal.title('Accounting: calculate bills from goods receipts');
  const to = new Date();
  const from = new Date(to.getTime() - 90 * days);
  const receipts = await outlet.goodsReceipts.list({ from, to }).toArray();
  const bills = receipts.map(billFromGoodsReceipt);
  const suppliers = groupBy(bills, ({ supplier }) => supplier?.name ?? 'unknown');
  terminal.table(
    ['supplier', 'bills', 'goods', 'tax', 'payable'],
    [...suppliers]
      .toSorted()
      .map(([name, bills]) => [
        name,
        bills.length,
        total(bills.map(({ goods }) => goods)),
        total(bills.map(({ tax }) => tax)),
        total(bills.map((bill) => bill.total)),
      ]),
  );
  expect(
    'All listed receipts are completed, and all their bills can be posted.',
    new Set(bills.map(({ status, action }) => `${status}: ${action}`)),
    new Set(['completed: post']),
  );
  const created = bills.map(({ created }) => created ?? '');
  expect('The list has the oldest receipt first.', created, created.toSorted());
  const withTotal = bills.filter(({ headerTotal }) => headerTotal !== null);
  // The API rounds each header amount, so a header total can differ from its lines by 0.01.
  const wrong = withTotal.filter(({ difference }) => Math.abs(Number(difference)) > 0.01);
  expect(
    `The ${withTotal.length} bills whose receipts state a total agree with it within 0.01.`,
    wrong.map(({ number }) => number),
    [],
  );
}

function total(amounts: readonly string[]): string {
  return money(Number(sum(inMinorUnits(amounts, 'EUR'))));
}
