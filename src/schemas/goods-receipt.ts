import * as z from 'zod/mini';
import {
  array,
  boolean,
  closedEnum,
  documented,
  looseObject,
  number,
  object,
  openEnum,
  string,
  timestampInput,
} from './fields.js';

const statuses = ['draft', 'completed', 'cancelled', 'partiallyReceived'] as const;
const requestedStatus = closedEnum(statuses);

/** Specification: "Goods receipt statuses". */
export const goodsReceiptStatusSchema = openEnum(statuses);

/** Specification: "Goods receipt". */
export const supplierSchema = looseObject({
  supplierId: documented(string),
  name: documented(string),
  address: z.optional(z.unknown()),
});

/** Specification: "Goods receipt", line item fields. */
export const goodsReceiptLineSchema = looseObject({
  totalPrice: documented(number),
  discountAmount: documented(number),
  taxRateName: documented(string),
  taxRate: documented(number),
  taxRateKind: documented(string),
  taxAmount: documented(number),
  pricePerUnit: documented(number),
  inventoryUom: documented(string),
});

/** Specification: "Goods receipt". */
export const goodsReceiptSchema = looseObject({
  id: string,
  goodsReceiptNumber: documented(string),
  status: documented(goodsReceiptStatusSchema),
  created: documented(string),
  deliveryDate: documented(string),
  supplier: documented(supplierSchema),
  items: documented(array(goodsReceiptLineSchema)),
  totalPrice: documented(number),
  discount: documented(number),
  shippingFee: documented(number),
  tax: documented(number),
  total: documented(number),
  isTaxInclusive: documented(boolean),
});

/** Specification: "GET /inventory/goods-receipts". */
export const goodsReceiptListParamsSchema = object({
  from: timestampInput,
  to: timestampInput,
  status: z.optional(
    z.union(
      [requestedStatus, z.readonly(array(requestedStatus))],
      `must be one or a list of ${statuses.join(', ')}`,
    ),
  ),
  supplierId: z.optional(string),
  merchantId: z.optional(string),
  outletId: z.optional(string),
});
