import * as z from 'zod';
import { documented, open, timestampInput } from './fields.js';

export const goodsReceiptStatusSchema = open(['draft', 'completed', 'cancelled', 'partiallyReceived']);

/** Specification: "Goods receipt". */
export const supplierSchema = z.looseObject({
  supplierId: documented(z.string()),
  name: documented(z.string()),
  address: z.unknown().optional(),
});

/** Specification: "Goods receipt", line item fields. */
export const goodsReceiptLineSchema = z.looseObject({
  totalPrice: documented(z.number()),
  discountAmount: documented(z.number()),
  taxRateName: documented(z.string()),
  taxRate: documented(z.number()),
  taxRateKind: documented(z.string()),
  taxAmount: documented(z.number()),
  pricePerUnit: documented(z.number()),
  inventoryUom: documented(z.string()),
});

/** Specification: "Goods receipt". */
export const goodsReceiptSchema = z.looseObject({
  id: z.string(),
  goodsReceiptNumber: documented(z.string()),
  status: documented(goodsReceiptStatusSchema),
  created: documented(z.string()),
  deliveryDate: documented(z.string()),
  supplier: documented(supplierSchema),
  items: documented(z.array(goodsReceiptLineSchema)),
  totalPrice: documented(z.number()),
  discount: documented(z.number()),
  shippingFee: documented(z.number()),
  tax: documented(z.number()),
  total: documented(z.number()),
  isTaxInclusive: documented(z.boolean()),
});

/** Specification: "GET /inventory/goods-receipts". */
export const goodsReceiptListParamsSchema = z.object({
  from: timestampInput,
  to: timestampInput,
  status: z.union([goodsReceiptStatusSchema, z.array(goodsReceiptStatusSchema).readonly()]).optional(),
  supplierId: z.string().optional(),
  merchantId: z.string().optional(),
  outletId: z.string().optional(),
});
