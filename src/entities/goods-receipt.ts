import type { OpenEnum, TimestampInput } from './field-types.js';

/** State of a goods receipt; only `completed` is a bill. Specification: "Goods receipt statuses". */
export type GoodsReceiptStatus = OpenEnum<'draft' | 'completed' | 'cancelled' | 'partiallyReceived'>;

/**
 * What a supplier delivered. All amounts are in the outlet's currency; those of the header are rounded to 2 decimal
 * places, so that summed lines may differ from them by up to 0.01.
 *
 * Specification: "Goods receipt"; since version 2.324.0.
 */
export interface GoodsReceipt {
  /** The key for updating a bill that was posted already. */
  id: string;
  /** Reference number. */
  goodsReceiptNumber?: string | null | undefined;
  status?: GoodsReceiptStatus | null | undefined;
  /** When the receipt was recorded, in ISO 8601; `from` and `to` filter by it. */
  created?: string | null | undefined;
  /** Date of the supplier's bill. */
  deliveryDate?: string | null | undefined;
  /** As it was when the receipt was recorded. */
  supplier?: Supplier | null | undefined;
  items?: GoodsReceiptLine[] | null | undefined;
  /** Sum of the lines' amounts. */
  totalPrice?: number | null | undefined;
  /** The supplier's discount on the whole document. */
  discount?: number | null | undefined;
  /** Freight; never discounted and never taxed. */
  shippingFee?: number | null | undefined;
  /** All tax. May be absent on older receipts. */
  tax?: number | null | undefined;
  /** The amount payable. May be absent on older receipts. */
  total?: number | null | undefined;
  /** Whether each line's `totalPrice` already includes the tax. */
  isTaxInclusive?: boolean | null | undefined;
}

/** A supplier, as it was when a receipt was recorded. Specification: "Goods receipt". */
export interface Supplier {
  supplierId?: string | null | undefined;
  name?: string | null | undefined;
  address?: unknown;
}

/**
 * A line of a goods receipt. It also carries a quantity, a purchase unit and a unit cost, under names that are not
 * documented.
 *
 * Specification: "Goods receipt", line item fields.
 */
export interface GoodsReceiptLine {
  /** The line's amount; authoritative for accounting. */
  totalPrice?: number | null | undefined;
  /** The supplier's discount on this line; its net is `totalPrice` minus this. */
  discountAmount?: number | null | undefined;
  taxRateName?: string | null | undefined;
  /** A decimal fraction: 0.07 means 7 %. */
  taxRate?: number | null | undefined;
  taxRateKind?: string | null | undefined;
  /** Tax on the line. */
  taxAmount?: number | null | undefined;
  /** Cost per `inventoryUom`, rounded to 6 decimal places. Derived: do not build line totals from it. */
  pricePerUnit?: number | null | undefined;
  /** Unit of measure of the inventory. */
  inventoryUom?: string | null | undefined;
  [field: string]: unknown;
}

/**
 * Which goods receipts to list.
 *
 * Specification: "GET /inventory/goods-receipts".
 */
export interface GoodsReceiptListParams {
  /** Start of the range of `created`: a `Date`, or RFC 3339 text with its offset. */
  from: TimestampInput;
  /** End of the range of `created`. A range of over 31 days is split into as many requests as it needs. */
  to: TimestampInput;
  /** `completed` where none is given. */
  status?:
    | 'draft'
    | 'completed'
    | 'cancelled'
    | 'partiallyReceived'
    | readonly ('draft' | 'completed' | 'cancelled' | 'partiallyReceived')[]
    | undefined;
  /** Receipts of one supplier. */
  supplierId?: string | undefined;
  /** Read from the key. Where it is given and is another merchant's, the service answers 403. */
  merchantId?: string | undefined;
  /** Read from the key. Where it is given and is another outlet's, the service answers 403. */
  outletId?: string | undefined;
}
