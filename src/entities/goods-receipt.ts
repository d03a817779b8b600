import type { OpenEnum, TimestampInput } from './field-types.js';

/** The documented statuses of goods receipts. API specification: States › Goods receipt statuses. */
export const goodsReceiptStatuses = ['draft', 'completed', 'cancelled', 'partiallyReceived'] as const;

/** The status of a goods receipt. Only `completed` is a bill. API specification: States › Goods receipt statuses. */
export type GoodsReceiptStatus = OpenEnum<(typeof goodsReceiptStatuses)[number]>;

/**
 * A goods receipt: a supplier's delivery. Amounts are in units of the outlet's currency, such as 12.5 for 12.50 EUR. Header amounts
 * are rounded to 2 decimals, so the sum of the lines can differ from them by up to 0.01.
 * API specification: Resources › Goods receipt; since version 2.324.0.
 */
export interface GoodsReceipt {
  /** The ID of the goods receipt, which is the key of the bill that you post. */
  id: string;
  /** The reference number. */
  goodsReceiptNumber?: string | null | undefined;
  /** The status of the receipt. A `completed` receipt can still become `cancelled`. */
  status?: GoodsReceiptStatus | null | undefined;
  /** When the receipt was recorded, which is the time that `from` and `to` refer to: ISO 8601 in UTC. */
  created?: string | null | undefined;
  /** The date of the supplier's bill. */
  deliveryDate?: string | null | undefined;
  /** The supplier, as it was when the receipt was recorded. */
  supplier?: Supplier | null | undefined;
  /** The lines of the receipt. */
  items?: GoodsReceiptLine[] | null | undefined;
  /** The sum of the amounts of the lines, before discounts. */
  totalPrice?: number | null | undefined;
  /** The supplier's discount on the whole receipt. */
  discount?: number | null | undefined;
  /** The delivery charge, which is never discounted or taxed. */
  shippingFee?: number | null | undefined;
  /** The total tax, which older receipts can lack. */
  tax?: number | null | undefined;
  /** The amount to pay, which older receipts can lack. */
  total?: number | null | undefined;
  /** Whether the `totalPrice` of each line includes the tax. */
  isTaxInclusive?: boolean | null | undefined;
}

/** The supplier of a goods receipt, as it was when the receipt was recorded. API specification: Resources › Goods receipt. */
export interface Supplier {
  /** The ID of the supplier. */
  supplierId?: string | null | undefined;
  /** The name of the supplier. */
  name?: string | null | undefined;
  /** The postal address. The API specification does not define its type. */
  address?: unknown;
}

/**
 * A line of a goods receipt. It also has a quantity, a purchase unit and a unit cost. The API specification does not define the
 * names of these fields. Declare them by interface merging. API specification: Resources › Goods receipt, line item fields.
 */
export interface GoodsReceiptLine {
  /** The amount of the line before discounts, on which a bill is based. Do not calculate it from `pricePerUnit`. */
  totalPrice?: number | null | undefined;
  /** The supplier's discount on the line, which reduces `totalPrice`. */
  discountAmount?: number | null | undefined;
  /** The name of the tax rate. */
  taxRateName?: string | null | undefined;
  /** The tax rate as a fraction: 0.07 means 7 %. */
  taxRate?: number | null | undefined;
  /** The kind of the tax rate. The API specification does not define the values. */
  taxRateKind?: string | null | undefined;
  /** The tax on the line. */
  taxAmount?: number | null | undefined;
  /** The cost per `inventoryUom`, rounded to 6 decimals. Do not calculate amounts from it. */
  pricePerUnit?: number | null | undefined;
  /** The unit of measure in the inventory. */
  inventoryUom?: string | null | undefined;
}

/** Filters of `outlet.goodsReceipts.list()`. API specification: Endpoints › `GET /inventory/goods-receipts`. */
export interface GoodsReceiptListParams {
  /** Start of the range of `created`: a `Date`, or an RFC 3339 string with a time zone. */
  from: TimestampInput;
  /**
   * End of the range of `created`. The client splits a range over 31 days into several requests.
   * @defaultValue Now, or the end of the range of `resumeFrom`
   */
  to?: TimestampInput | undefined;
  /** One status or several. Pass undocumented values in the option `query`. Default: `completed`. */
  status?:
    | (typeof goodsReceiptStatuses)[number]
    | readonly (typeof goodsReceiptStatuses)[number][]
    | undefined;
  /** The ID of a supplier. Default: all suppliers. */
  supplierId?: string | undefined;
  /** The merchant of the API key. The API returns 403 for another merchant. Default: the merchant of the key. */
  merchantId?: string | undefined;
  /** The outlet of the API key. The API returns 403 for another outlet. Default: the outlet of the key. */
  outletId?: string | undefined;
}
