import { z } from 'zod';
import { type FakeGoodsReceipt, isWholeCents } from '../../fake/index.js';
import { limit, type RouteTable, result, timestamp } from './route.js';

const amount = z.number().min(0).refine(isWholeCents, 'An amount has at most 2 decimal places.');

const amounts = z.strictObject({
  discount: amount.default(0).describe("The supplier's discount on the whole receipt."),
  shippingFee: amount.default(0),
  isTaxInclusive: z.boolean().default(false),
  items: z
    .array(
      z.strictObject({
        quantity: z.number().positive(),
        totalPrice: amount,
        discountAmount: amount.default(0),
        taxRate: z.number().min(0).max(1).describe('A fraction: 0.07 is 7 %.'),
        inventoryUom: z.string().trim().default(''),
      }),
    )
    .min(1, 'Add at least one line.'),
});

const receiptForm = amounts
  .extend({
    supplierName: z.string().trim().min(1, 'Enter the name of the supplier.'),
    tax: amount.exactOptional().describe("The tax on the supplier's bill. Default: calculated."),
    total: amount.exactOptional().describe("The total on the supplier's bill. Default: calculated."),
    created: timestamp.exactOptional().describe('When the receipt was recorded. Default: now, or as before.'),
    deliveryDate: timestamp
      .exactOptional()
      .describe('The date of the bill. Default: `created`, or as before.'),
  })
  .describe('Amounts are in units of the currency.');

/** A goods receipt as staff enter it. */
export type GoodsReceiptForm = z.output<typeof receiptForm>;

/** What the amounts of a goods receipt are calculated from. */
export type GoodsReceiptAmounts = z.output<typeof amounts>;

const listQuery = z.strictObject({
  search: z.string().exactOptional().describe('Part of an ID, a number, a status or a supplier.'),
  limit: limit(50, 1_000),
});

export type GoodsReceiptFilter = z.output<typeof listQuery>;

const receipt = result<FakeGoodsReceipt>();

export const goodsReceiptRoutes = {
  'GET /goods-receipts': {
    summary: 'Lists the newest goods receipts.',
    query: listQuery,
    result: result<GoodsReceiptList>(),
  },
  'POST /goods-receipts': {
    summary: 'Enters a goods receipt as a draft.',
    body: receiptForm,
    result: receipt,
  },
  'POST /goods-receipts/calculate': {
    summary: 'Calculates the tax and the total of a goods receipt from its lines, and stores nothing.',
    body: amounts,
    result: result<CalculatedAmounts>(),
  },
  'PUT /goods-receipts/{id}': {
    summary: 'Corrects a goods receipt.',
    body: receiptForm,
    result: receipt,
  },
  'POST /goods-receipts/{id}/complete': { summary: 'Completes a draft.', result: receipt },
  'POST /goods-receipts/{id}/cancel': { summary: 'Cancels a completed goods receipt.', result: receipt },
} as const satisfies RouteTable;

/** In units of the currency. */
export interface CalculatedAmounts {
  readonly tax: number;
  readonly total: number;
}

export interface GoodsReceiptList {
  readonly count: number;
  /** Newest first. */
  readonly receipts: readonly FakeGoodsReceipt[];
  readonly currency: string;
}
