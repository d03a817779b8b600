import type { GoodsReceipt, Order } from 'outlet-open-api';
import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import type { StockLine } from './stock.js';

/** Returns the items that leave the stock with an order. Only a complete order counts: it can be cancelled or reopened later. */
export function linesOfOrder({ status, items }: Order): StockLine[] {
  if (status !== 'complete') return [];
  return (items ?? []).flatMap(({ menuItemId, quantity }) =>
    menuItemId && quantity ? [{ item: menuItemId, quantity: -quantity }] : [],
  );
}

/**
 * Returns the goods that enter the stock with a goods receipt. Only a completed receipt counts.
 *
 * Replace `item` with the field of a line that names the product at your outlet, which is undocumented.
 */
export function linesOfReceipt(receipt: GoodsReceipt): StockLine[] {
  if (receipt.status !== 'completed') return [];
  const { supplier, lines } = billFromGoodsReceipt(receipt);
  return lines.flatMap(({ quantity, unit }) =>
    quantity === null
      ? []
      : [{ item: `${supplier?.name ?? 'supplier'}, ${unit ?? 'units'}`, quantity: Number(quantity) }],
  );
}

/** Describes lines for people. */
export function describeLines(lines: readonly StockLine[]): string {
  if (lines.length === 0) return 'no change in stock';
  return lines.map(({ item, quantity }) => `${quantity > 0 ? '+' : ''}${quantity} ${item}`).join(', ');
}
