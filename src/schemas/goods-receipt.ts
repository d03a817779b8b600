import * as z from 'zod/mini';
import { goodsReceiptStatuses } from '../entities/goods-receipt.js';
import { array, boolean, documented, looseObject, number, openEnum, string } from './fields.js';

/** Validates the status of a goods receipt. API specification: States › Goods receipt statuses. */
export const goodsReceiptStatusSchema = openEnum(goodsReceiptStatuses);

/** Validates the supplier of a goods receipt. API specification: Resources › Goods receipt. */
export const supplierSchema = looseObject({
  supplierId: documented(string),
  name: documented(string),
  address: z.optional(z.unknown()),
});

/** Validates a line of a goods receipt. API specification: Resources › Goods receipt, line item fields. */
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

/** Validates a goods receipt. API specification: Resources › Goods receipt. */
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
