import type { GoodsReceipt, Order } from 'outlet-open-api';
import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import type { Movement, StockLine } from './stock.js';

/** Returns the items and options that leave the stock with an order. Only a complete order counts: it can be cancelled or reopened later. */
export function movementOfOrder({ id, status, items }: Order): Movement {
  const sold = status === 'complete' ? (items ?? []) : [];
  const lines = sold.flatMap(({ menuItemId, quantity, options }) => {
    const pieces = quantity ?? 0;
    return [
      lineOf(menuItemId, pieces),
      // For each piece of the item, as in the emulator. The API specification does not define it.
      ...(options ?? []).map((option) => lineOf(option.optionId, pieces * (option.quantity ?? 0))),
    ];
  });
  return { kind: 'order', id, status, lines };
}

function lineOf(id: string | null | undefined, sold: number): StockLine {
  return { item: id ?? 'unknown', quantity: -sold };
}

/**
 * Returns the goods that enter the stock with a goods receipt. Only a completed receipt counts.
 *
 * Replace `item` with the field of a line that names the product at your outlet, which is undocumented.
 */
export function movementOfReceipt(receipt: GoodsReceipt): Movement {
  const { id, status } = receipt;
  if (status !== 'completed') return { kind: 'receipt', id, status, lines: [] };
  const { supplier, lines } = billFromGoodsReceipt(receipt);
  const name = supplier?.name ?? 'supplier';
  return {
    kind: 'receipt',
    id,
    status,
    lines: lines.flatMap(({ quantity, unit }) =>
      quantity === null ? [] : [{ item: `${name}, ${unit ?? 'units'}`, quantity: Number(quantity) }],
    ),
  };
}

/** Describes lines for people. */
export function describeLines(lines: readonly StockLine[]): string {
  if (lines.length === 0) return 'no change in stock';
  return lines.map(({ item, quantity }) => `${quantity > 0 ? '+' : ''}${quantity} ${item}`).join(', ');
}
