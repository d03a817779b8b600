import type { GoodsReceiptLine } from '../../entities/index.js';
import { FakeError } from '../fake-error.js';
import { divide, fromCents, splitByRunningSum, sum, toCents, toFraction } from './money.js';

/** The input of a receipt's amounts, in units of the currency. */
export interface ReceiptAmounts {
  readonly items: readonly GoodsReceiptLine[];
  readonly discount: number;
  readonly shippingFee: number;
  readonly isTaxInclusive: boolean;
}

export interface ComputedReceipt {
  readonly items: GoodsReceiptLine[];
  readonly totalPrice: number;
  readonly tax: number;
  readonly total: number;
}

/** API specification: Resources › Goods receipt, rules 1 to 6. */
export function computeReceipt(amounts: ReceiptAmounts): ComputedReceipt {
  const { items, isTaxInclusive } = amounts;
  const discount = toCents(amounts.discount);
  const shippingFee = toCents(amounts.shippingFee);
  const prices = items.map(({ totalPrice }) => toCents(totalPrice ?? 0));
  const lineDiscounts = items.map(({ discountAmount }) => toCents(discountAmount ?? 0));
  const nets = items.map((_, index) => at(prices, index) - at(lineDiscounts, index));
  const goods = sum(nets);
  if (nets.some((net) => net < 0n) || discount < 0n || discount > goods || shippingFee < 0n) {
    throw new FakeError(
      'The discounts of a goods receipt must not exceed its goods, and no amount is negative.',
    );
  }
  const shares = splitByRunningSum(discount, nets);
  const taxes = items.map(({ taxRate }, index) =>
    taxOn(at(nets, index) - at(shares, index), taxRate ?? 0, isTaxInclusive),
  );
  const tax = sum(taxes);
  return {
    items: items.map((line, index) => ({ ...line, taxAmount: fromCents(at(taxes, index)) })),
    totalPrice: fromCents(sum(prices)),
    tax: fromCents(tax),
    total: fromCents(goods - discount + shippingFee + (isTaxInclusive ? 0n : tax)),
  };
}

function taxOn(base: bigint, rate: number, isTaxInclusive: boolean): bigint {
  const { numerator, denominator } = toFraction(rate);
  return divide(base * numerator, isTaxInclusive ? denominator + numerator : denominator);
}

function at(amounts: readonly bigint[], index: number): bigint {
  return amounts[index] ?? 0n;
}
