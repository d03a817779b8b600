import type { FakeGoodsReceipt } from '../../testing/index.js';
import { type Check, type Difference, type Examined, examineEach, type Failure } from '../scenario.js';
import { amountsOf } from './amounts.js';
import { adviceOnTakings, adviceOnTax, adviceOnTotal } from './causes.js';
import type { BackendBill } from './configuration.js';
import type { AccountingRun, State } from './run.js';
import { dueOn } from './sales.js';

type Bills = State['bills'];

const purchases = 'accounting.md#supplier-bills';

const isPostedAgain =
  'Write each bill by the ID of its receipt, so that the next run replaces the bill instead of posting another one.';

const hasNoBill =
  'state.bills is empty. Look whether poll has sent requests, and whether state.bills reads what poll writes.';

/** The checks of a job that posts supplier bills and takings. */
export const accountingChecks: readonly Check<AccountingRun, State>[] = [
  {
    name: 'every-bill-once',
    text: 'Each completed goods receipt is posted exactly once, under its ID.',
    rule: 'Flows, Accounting, steps 2 and 3',
    advice:
      'Read all statuses of the last days in each run, follow next until it is null, and write bills by the ID of their receipt.',
    guide: purchases,
    examine: (run, { bills }) =>
      eachWith(run, bills, ['completed'], ({ id }, posted) => {
        if (posted.length === 1) return undefined;
        const other = bills.find((bill) => bill.id === id)?.status;
        const found =
          posted.length === 0 && other !== undefined ? `a bill with the status ${other}` : undefined;
        return {
          expected: '1 bill with the status posted',
          found: found ?? String(posted.length),
          advice: posted.length > 1 ? isPostedAgain : bills.length === 0 ? hasNoBill : undefined,
        };
      }),
  },
  {
    name: 'bill-total',
    text: 'The total of a posted bill is what its receipt says to pay, to the cent.',
    rule: 'Resources, Goods receipt, rules 1 to 6',
    advice:
      'Subtract both discounts from the lines, and add the shipping fee, and the tax unless isTaxInclusive is true. Calculate in whole cents, and post the bill again if the receipt has changed.',
    guide: purchases,
    examine: (run, { bills }) =>
      eachWith(run, bills, ['completed'], (receipt, [bill]) =>
        compare(amountsOf(receipt).totals, bill && (bill.total ?? 'no total'), (found) =>
          adviceOnTotal(receipt, run.earlier(receipt.id), found, centsIn(bill?.tax ?? 0)),
        ),
      ),
  },
  {
    name: 'bill-tax',
    text: 'The tax of a posted bill is that of its receipt, to the cent.',
    rule: 'Resources, Goods receipt, rules 1 to 4',
    advice:
      'Use the tax of the header, or the sum of taxAmount of the lines. Neither includes tax on the shipping fee.',
    guide: purchases,
    examine: (run, { bills }) =>
      eachWith(run, bills, ['completed'], (receipt, [bill]) =>
        compare(amountsOf(receipt).taxes, bill && (bill.tax ?? 'no tax'), (found) =>
          adviceOnTax(receipt, run.earlier(receipt.id), found),
        ),
      ),
  },
  {
    name: 'cancelled-bill-reversed',
    text: 'A cancelled goods receipt has no posted bill.',
    rule: 'States, Goods receipt statuses',
    advice:
      'Pass status=completed,cancelled to the list, whose default is completed, and void the bill of a cancelled receipt.',
    guide: purchases,
    examine: (run, { bills }) => eachWith(run, bills, ['cancelled'], (_, posted) => noBill(posted)),
  },
  {
    name: 'no-other-bill',
    text: 'Each posted bill has the ID of a goods receipt of the outlet that is not a draft.',
    rule: 'Flows, Accounting, step 2',
    advice: 'Post completed receipts only, with the ID of the receipt as the ID of the bill.',
    guide: purchases,
    examine({ environment, knownBefore }, { bills }) {
      const receipts = new Map(environment.fake.goodsReceipts.all().map((receipt) => [receipt.id, receipt]));
      return examineEach(bills.filter(isPosted), ({ id }): Failure | undefined => {
        const receipt = receipts.get(id);
        if (receipt ? receipt.status !== 'draft' : knownBefore.has(id)) return undefined;
        const found = receipt
          ? 'a posted bill of a draft'
          : 'a posted bill, but the outlet has no such receipt';
        return { subject: id, expected: 'no posted bill', found, about: [id] };
      });
    },
  },
  {
    name: 'no-early-bill',
    text: 'A goods receipt that is only partially received has no posted bill yet.',
    rule: 'Flows, Accounting, step 2: only a completed receipt is called a supplier bill',
    advice: 'Wait until the receipt is completed, unless your accountant wants a provisional bill before.',
    guide: purchases,
    isWarning: true,
    examine: (run, { bills }) => eachWith(run, bills, ['partiallyReceived'], (_, posted) => noBill(posted)),
  },
  {
    name: 'takings',
    text: 'The takings of a business day are what its complete orders were paid on that day, to the cent.',
    rule: 'Flows, Accounting, step 1, and Order Data, step 4',
    advice:
      'Count from midnight to midnight in the time zone of the outlet, which can be 23 or 25 hours. Count complete orders only, each once, and follow next until it is null. If a day is closed again, replace its takings or post the difference.',
    guide: 'accounting.md#post-the-daily-takings',
    needs: [{ action: 'closeDay' }, { state: 'takings' }],
    examine: ({ environment: { fake }, days, takingsBefore, dueBefore }, { takings }) =>
      examineEach([...days], ([salesDay, about]): Failure | undefined => {
        const { day } = salesDay;
        const orders = fake.orders.all();
        const due = dueOn(salesDay, orders);
        const found = centsOf(takings, day);
        const before = centsOf(takingsBefore, day) ?? 0;
        // A database outside DATA_FOLDER can have rows of an earlier run, which a job replaces or adds to.
        const right = [...new Set([due, due + before])];
        // A day without complete orders needs no row.
        if (right.includes(found ?? 0)) return undefined;
        const expected = right.map(amountText).join(' or ');
        return {
          subject: day,
          expected,
          found: found === undefined ? 'no takings' : amountText(found),
          about,
          advice: adviceOnTakings(orders, salesDay, dueBefore(salesDay), found),
        };
      }),
  },
];

function isPosted({ status }: BackendBill): boolean {
  return status === 'posted';
}

function noBill(posted: Bills): Difference | undefined {
  return posted.length === 0
    ? undefined
    : { expected: 'no posted bill', found: `${posted.length} with the status posted` };
}

/** Compares each receipt of the scenario that has one of the statuses with its posted bills. */
function eachWith(
  run: AccountingRun,
  bills: Bills,
  statuses: readonly (string | undefined)[],
  difference: (receipt: FakeGoodsReceipt, posted: Bills) => Difference | undefined | null,
): Examined {
  const receipts = run.receipts().filter(({ status }) => statuses.includes(status));
  return examineEach(receipts, (receipt): Failure | undefined | null => {
    const { id, goodsReceiptNumber } = receipt;
    const posted = bills.filter((bill) => bill.id === id && isPosted(bill));
    const found = difference(receipt, posted);
    return found && { subject: `${goodsReceiptNumber} (${id})`, ...found, about: [id] };
  });
}

/** Compares an amount with those in cents that are right. A missing bill fails another check. */
function compare(
  right: ReadonlySet<number>,
  amount: number | string | undefined,
  adviceOn: (found: number) => string | undefined,
): Difference | undefined | null {
  if (amount === undefined) return null;
  const expected = [...right].map(amountText).join(' or ');
  if (typeof amount === 'string') return { expected, found: amount };
  const found = centsIn(amount);
  if (right.has(found)) return undefined;
  return { expected, found: amountText(found), advice: adviceOn(found) };
}

/** Returns an amount in cents. They are whole unless the amount has more than two decimals, but for the inexact ones of a sum of numbers. */
function centsIn(amount: number): number {
  const cents = Math.round(amount * 100);
  return Math.abs(amount * 100 - cents) < 1e-4 ? cents : amount * 100;
}

/** Returns the sum of a day; `undefined` if it has no row. */
function centsOf(takings: State['takings'], wanted: string): number | undefined {
  const rows = takings.filter(({ day }) => day === wanted);
  return rows.length === 0 ? undefined : rows.reduce((sum, { amount }) => sum + centsIn(amount), 0);
}

function amountText(cents: number): string {
  return Number.isInteger(cents) ? (cents / 100).toFixed(2) : String(cents / 100);
}
