import type { FakeGoodsReceipt, FakeOrder } from '../../testing/index.js';
import { amountsOf, cents, linesOf, sum, taxOn } from './amounts.js';
import { paidBetween, type SalesDay } from './sales.js';

/** How many cents too much a common mistake leads to, and what to do about this mistake. */
type Candidate = readonly [difference: number, advice: string];

const second = 1_000;
const hour = 60 * 60 * second;

/** More than the cents that are lost if the receipt or the payments of a day are rounded one by one. */
const roundingErrors = { bill: 5, day: 100 };

const isOld =
  'That is the amount from before the staff changed the receipt. Read all receipts of the last 7 days in each run, and replace the amounts of a posted bill.';

const taxesShipping = 'That is the tax if the shipping fee is taxed, which it never is.';

/** Returns what to do if the takings of a day are those of a common mistake. */
export function adviceOnTakings(
  orders: readonly FakeOrder[],
  { day, from, to }: SalesDay,
  dueBefore: readonly number[],
  found: number | undefined,
): string | undefined {
  if (found === undefined)
    return 'state.takings has no row of this day. Look whether closeDay lists orders that are this old and writes a row, and whether state.takings reads it.';
  if (dueBefore.includes(found))
    return 'That is the amount from when the day was closed before. If it is closed again, replace its takings or post the difference, and let the job fail if it cannot read the list.';
  const withStatus = (wanted: string) => orders.filter(({ status }) => status === wanted);
  const complete = withStatus('complete');
  const due = paidBetween(complete, from, to);
  const between = (start: number, end: number) => paidBetween(complete, start, end) - due;
  const midnight = (zone: string) => Date.parse(`${day}T00:00:00${zone}`);
  const ofDay = complete.filter(({ payments }) => paidBetween([{ payments }], from, to) > 0);
  const withPayments = (isCounted: (payment: FakeOrder['payments'][number], index: number) => boolean) =>
    paidBetween(
      complete.map(({ payments }) => ({ payments: payments.filter(isCounted) })),
      from,
      to,
    ) - due;
  const neighbours =
    'That is the amount with an hour of the day before or after. Count payments from midnight to midnight.';
  const candidates: readonly Candidate[] = [
    [
      paidBetween(withStatus('cancelled'), from, to),
      'That is the amount with the cancelled orders. Pass status=complete to the list, whose default is complete and cancelled.',
    ],
    [due, 'That is twice the amount. If a day is closed again, replace its takings or post the difference.'],
    [
      between(midnight('Z'), midnight('Z') + 24 * hour),
      'That is the day in UTC. Count from midnight to midnight in the time zone of the outlet.',
    ],
    [
      between(midnight('+09:00'), midnight('+09:00') + 24 * hour),
      'That is the day in Asia/Tokyo, the time zone of your backend. Count from midnight to midnight in that of the outlet.',
    ],
    [
      between(from, from + 24 * hour),
      `That is what was paid in 24 hours, but this day has ${(to - from) / hour}, because the clocks change.`,
    ],
    [
      between(from, to - second),
      'That is the amount without the last second of the day. End it at the next midnight.',
    ],
    [between(from - hour, to + hour), neighbours],
    [between(from - hour, to), neighbours],
    [between(from, to + hour), neighbours],
    [withPayments((_, index) => index === 0), 'That is the first payment of each order. Add up all of them.'],
    [
      withPayments(({ offlineMethod }) => offlineMethod === 'card'),
      'That is what was paid by card. Count every payment, whatever its method.',
    ],
    [
      sum(ofDay.map(({ total }) => cents(total))) - due,
      'That is what the orders cost. Add up the amounts of their payments.',
    ],
  ];
  return adviceFor(
    [found - due],
    candidates,
    roundingErrors.day,
    'Only cents differ. Add up whole cents or exact decimals, and cut nothing off.',
  );
}

/** Returns what to do if the total of a bill is that of a common mistake. */
export function adviceOnTotal(
  receipt: FakeGoodsReceipt,
  earlier: readonly FakeGoodsReceipt[],
  found: number,
  foundTax: number,
): string | undefined {
  if (earlier.some((one) => amountsOf(one).totals.has(found))) return isOld;
  const { totals, taxes } = amountsOf(receipt);
  const [[total = 0], [tax = 0]] = [[...totals], [...taxes]];
  const discount = cents(receipt.discount);
  const lineDiscounts = sum(linesOf(receipt).map(({ price, net }) => price - net));
  const candidates: readonly Candidate[] = [
    [-total, 'If a receipt has no total, calculate it from its lines.'],
    receipt.isTaxInclusive
      ? [tax, 'That is with the tax on top. The prices include it, because isTaxInclusive is true.']
      : [-tax, 'That is without the tax. Add it, because isTaxInclusive is false.'],
    [foundTax - tax, 'Only its tax is wrong. Mend bill-tax first.'],
    [-cents(receipt.shippingFee), 'That is without the shipping fee. Add shippingFee.'],
    [discount, 'That is without the discount of the receipt. Subtract discount.'],
    [lineDiscounts, 'That is without the discounts of the lines. Subtract discountAmount of each line.'],
    [
      discount + lineDiscounts,
      'That is without any discount. Subtract discount, and discountAmount of each line.',
    ],
    [-lineDiscounts, 'That is with the discounts of the lines subtracted twice.'],
    [-discount, 'That is with the discount of the receipt subtracted twice.'],
  ];
  return adviceFor(
    [...totals].map((right) => found - right),
    candidates,
    roundingErrors.bill,
    'Only cents differ. Use total and tax of the header if the receipt has them, and calculate in whole cents or exact decimals.',
  );
}

/** Returns what to do if the tax of a bill is that of a common mistake. */
export function adviceOnTax(
  receipt: FakeGoodsReceipt,
  earlier: readonly FakeGoodsReceipt[],
  found: number,
): string | undefined {
  if (earlier.some((one) => amountsOf(one).taxes.has(found))) return isOld;
  const { isTaxInclusive, shippingFee } = receipt;
  const { taxes } = amountsOf(receipt);
  const [tax = 0] = taxes;
  const lines = linesOf(receipt);
  const net = sum(lines.map((line) => line.net));
  const share = 1 - cents(receipt.discount) / net;
  const taxOfLines = (base: (line: (typeof lines)[number]) => number, isInclusive = isTaxInclusive) =>
    Math.round(sum(lines.map((line) => taxOn(base(line), line.rate, isInclusive)))) - tax;
  const candidates: readonly Candidate[] = [
    [-tax, 'If a receipt has no tax, add up taxAmount of its lines.'],
    [
      taxOfLines((line) => line.net),
      'That is the tax before the discount of the receipt, of which each line bears a share by its net.',
    ],
    [
      taxOfLines(({ price }) => price),
      'That is the tax before all discounts. Subtract them from the lines before you calculate it.',
    ],
    [
      taxOfLines((line) => line.net * share, !isTaxInclusive),
      isTaxInclusive
        ? 'That is the tax on top. The prices include it, because isTaxInclusive is true.'
        : 'That is the tax in the prices. Add it on top, because isTaxInclusive is false.',
    ],
    [taxOfLines((line) => line.net * (share + cents(shippingFee) / net)), taxesShipping],
    ...lines.map(
      ({ rate }): Candidate => [Math.round(taxOn(cents(shippingFee), rate, isTaxInclusive)), taxesShipping],
    ),
    ...lines.map(
      ({ rate }): Candidate => [
        Math.round(taxOn(net * share, rate, isTaxInclusive)) - tax,
        'That is the tax with one rate for all lines. Use the rate of each line.',
      ],
    ),
  ];
  return adviceFor(
    [...taxes].map((right) => found - right),
    candidates,
    roundingErrors.bill,
    'Only cents differ. Use tax of the header if the receipt has it, or the sum of taxAmount of its lines.',
  );
}

function adviceFor(
  differences: readonly number[],
  candidates: readonly Candidate[],
  maxRounding: number,
  onRounding: string,
): string | undefined {
  const found = candidates.find(([difference]) => difference !== 0 && differences.includes(difference));
  if (found) return found[1];
  return differences.some((difference) => Math.abs(difference) < maxRounding) ? onRounding : undefined;
}
