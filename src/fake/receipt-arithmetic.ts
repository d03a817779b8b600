import type { GoodsReceiptLine } from '../entities/index.js';
import { allocate, divide, fromMinor, type Minor, sum, toFraction, toMinor } from './money.js';

/** What a receipt's amounts follow from. All amounts are in units of the currency. */
export interface ReceiptAmounts {
  readonly items: readonly GoodsReceiptLine[];
  readonly discount: number;
  readonly shippingFee: number;
  readonly isTaxInclusive: boolean;
}

/** The amounts of the header, and the lines with their tax. */
export interface ComputedReceipt {
  readonly items: GoodsReceiptLine[];
  readonly totalPrice: number;
  readonly tax: number;
  readonly total: number;
}

/** Specification: "Goods receipt", rules 1 to 6. */
export function computeReceipt(amounts: ReceiptAmounts): ComputedReceipt {
  const { items, isTaxInclusive } = amounts;
  const discount = toMinor(amounts.discount);
  const shippingFee = toMinor(amounts.shippingFee);
  const prices = items.map(({ totalPrice }) => toMinor(totalPrice ?? 0));
  const lineDiscounts = items.map(({ discountAmount }) => toMinor(discountAmount ?? 0));
  const nets = items.map((_, index) => at(prices, index) - at(lineDiscounts, index));
  const goods = sum(nets);
  if (nets.some((net) => net < 0n) || discount < 0n || discount > goods || shippingFee < 0n) {
    throw new RangeError(
      'The discounts of a goods receipt must not exceed its goods, and no amount is negative.',
    );
  }
  const shares = allocate(discount, nets);
  const taxes = items.map(({ taxRate }, index) =>
    taxOn(at(nets, index) - at(shares, index), taxRate ?? 0, isTaxInclusive),
  );
  const tax = sum(taxes);
  return {
    items: items.map((line, index) => ({ ...line, taxAmount: fromMinor(at(taxes, index)) })),
    totalPrice: fromMinor(sum(prices)),
    tax: fromMinor(tax),
    total: fromMinor(goods - discount + shippingFee + (isTaxInclusive ? 0n : tax)),
  };
}

/** An inclusive base contains its tax already. */
function taxOn(base: Minor, rate: number, isTaxInclusive: boolean): Minor {
  const { numerator, denominator } = toFraction(rate);
  return divide(base * numerator, isTaxInclusive ? denominator + numerator : denominator);
}

function at(amounts: readonly Minor[], index: number): Minor {
  return amounts[index] ?? 0n;
}
