import type { GoodsReceipt } from 'outlet-open-api';

/** An amount in cents, so that sums are exact. */
export function cents(amount: number | null | undefined): number {
  return Math.round((amount ?? 0) * 100);
}

/**
 * What a bill comes to, in cents. The lines decide, as older receipts state neither tax nor total; tax is added only where the lines
 * do not include it.
 */
export function payable({ items, discount, shippingFee, isTaxInclusive }: GoodsReceipt): number {
  const lines = items ?? [];
  const net = sum(lines.map(({ totalPrice, discountAmount }) => cents(totalPrice) - cents(discountAmount)));
  const tax = isTaxInclusive ? 0 : sum(lines.map(({ taxAmount }) => cents(taxAmount)));
  return net - cents(discount) + tax + cents(shippingFee);
}

/** The sum of amounts in cents. */
export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
