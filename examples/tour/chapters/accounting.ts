import { cents, payable, sum } from '../../accounting/payable.js';
import { expect } from '../expect.js';
import type { Stage } from '../stage.js';
import { terminal } from '../terminal.js';
import { groupBy } from './group-by.js';
import { money } from './money.js';

const days = 24 * 60 * 60 * 1_000;

/** The suppliers' bills of three months are walked, summed by supplier, and held against their own lines. */
export async function accounting({ outlet }: Stage): Promise<void> {
  terminal.title('Accounting: goods receipts are walked and summed');
  const to = new Date();
  const from = new Date(to.getTime() - 90 * days);
  const receipts = await outlet.goodsReceipts.list({ from, to }).toArray();
  const suppliers = groupBy(receipts, ({ supplier }) => supplier?.name ?? 'unknown');
  terminal.table(
    ['supplier', 'bills', 'goods', 'tax', 'payable'],
    [...suppliers]
      .toSorted()
      .map(([name, bills]) => [
        name,
        bills.length,
        money(sum(bills.map(({ totalPrice }) => cents(totalPrice)))),
        money(sum(bills.map(({ tax }) => cents(tax)))),
        money(sum(bills.map(payable))),
      ]),
  );
  expect(
    'only completed receipts are bills',
    new Set(receipts.map(({ status }) => status)),
    new Set(['completed']),
  );
  const created = receipts.map(({ created }) => created ?? '');
  expect('they came oldest first', created, created.toSorted());
  const withTotal = receipts.filter(({ total }) => typeof total === 'number');
  const wrong = withTotal
    .filter((bill) => Math.abs(cents(bill.total) - payable(bill)) > 1)
    .map(({ id }) => id);
  expect(`the ${withTotal.length} bills that state a total agree with their lines`, wrong, []);
}
