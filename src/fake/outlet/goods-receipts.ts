import type { GoodsReceiptLine, GoodsReceiptStatus, Supplier, TimestampInput } from '../../entities/index.js';
import type { Outlet } from './outlet.js';
import { computeReceipt } from './receipt-arithmetic.js';
import type { FakeGoodsReceipt } from './state.js';

/**
 * A goods receipt to add. The fake computes `totalPrice`, `tax`, `total` and each line's tax; what is given here stands
 * instead, so that receipts can be wrong on purpose. `null` leaves `tax` or `total` out, as on older receipts.
 */
export interface NewGoodsReceipt {
  id?: string | undefined;
  goodsReceiptNumber?: string | undefined;
  /** Default `completed`. */
  status?: GoodsReceiptStatus | undefined;
  /** Default: now. */
  created?: TimestampInput | undefined;
  /** Default: the day of `created`. */
  deliveryDate?: TimestampInput | undefined;
  supplier?: Supplier | undefined;
  /** At least `totalPrice` is worth giving, in units of the currency with at most 2 decimal places. */
  items?: GoodsReceiptLine[] | undefined;
  discount?: number | undefined;
  shippingFee?: number | undefined;
  isTaxInclusive?: boolean | undefined;
  totalPrice?: number | undefined;
  tax?: number | null | undefined;
  total?: number | null | undefined;
}

const someSupplier: Supplier = {
  supplierId: 'supplier-1',
  name: 'Green Valley Produce',
  address: '1 Market Road',
};

/** Records a goods receipt. */
export function storeReceipt(outlet: Outlet, receipt: NewGoodsReceipt): FakeGoodsReceipt {
  const { items = [], discount = 0, shippingFee = 0, isTaxInclusive = false } = receipt;
  const computed = computeReceipt({ items, discount, shippingFee, isTaxInclusive });
  const created = timestampOf(receipt.created ?? outlet.clock.timestamp());
  const tax = receipt.tax === undefined ? computed.tax : receipt.tax;
  const total = receipt.total === undefined ? computed.total : receipt.total;
  const stored: FakeGoodsReceipt = {
    id: receipt.id ?? outlet.random.hex(24),
    goodsReceiptNumber: receipt.goodsReceiptNumber ?? `GR-${outlet.state.receipts.size + 1}`,
    status: receipt.status ?? 'completed',
    created,
    deliveryDate: timestampOf(receipt.deliveryDate ?? created),
    supplier: receipt.supplier ?? someSupplier,
    items: items.map((line, index) => ({ ...computed.items[index], ...line })),
    totalPrice: receipt.totalPrice ?? computed.totalPrice,
    discount,
    shippingFee,
    ...(tax === null ? {} : { tax }),
    ...(total === null ? {} : { total }),
    isTaxInclusive,
  };
  outlet.state.receipts.set(stored.id, stored);
  return stored;
}

function timestampOf(input: TimestampInput): string {
  return new Date(input).toISOString();
}
