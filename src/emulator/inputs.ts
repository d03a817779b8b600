import { z } from 'zod';
import { isWholeCents } from '../fake/outlet/money.js';
import { faultKinds } from '../fake/service/faults.js';

/*
 * What the routes of the control API take. Schemas that the dashboard needs no type of are beside their routes.
 */

export const boardFilter = z.object({
  /** Part of an order ID, a partner's order reference, a reservation ID, a guest's name or a channel. */
  search: z.string().exactOptional(),
  /** The number of orders in each column. Default: 25. */
  limit: z.coerce.number().int().min(1).max(1_000).exactOptional(),
});

export type BoardFilter = z.infer<typeof boardFilter>;

const count = z.number().int().min(1);

/** An order that staff enter at the till, or a test order of a key. */
export const newOrderForm = z.object({
  /** The ID of the key that creates the order; empty if the POS creates it. */
  createdBy: z.string(),
  channelId: z.string(),
  items: z.array(z.object({ menuItemId: z.string(), quantity: count })),
  guestCount: count.exactOptional(),
});

export type NewOrderForm = z.infer<typeof newOrderForm>;

const amount = z.number().min(0).refine(isWholeCents, 'An amount has at most 2 decimal places.');

/** A goods receipt as staff enter it. Amounts are in units of the currency. New receipts are drafts. */
export const receiptForm = z.object({
  supplierName: z.string().trim().min(1, 'Enter the name of the supplier.'),
  discount: amount,
  shippingFee: amount,
  isTaxInclusive: z.boolean(),
  items: z
    .array(
      z.object({
        quantity: z.number().positive(),
        totalPrice: amount,
        discountAmount: amount,
        /** A fraction: 0.07 is 7 %. */
        taxRate: z.number().min(0).max(1),
        inventoryUom: z.string().trim(),
      }),
    )
    .min(1, 'Add at least one line.'),
});

export type GoodsReceiptForm = z.infer<typeof receiptForm>;

/** Which requests the log lists. */
export const requestFilter = z.object({
  keyId: z.string().exactOptional(),
  method: z.string().exactOptional(),
  /** `2xx`, `4xx`, `5xx`, `429`, `waiting`, or `none` for requests that ended without a response. */
  status: z.string().exactOptional(),
  /** `replay` for requests that repeated an idempotency key, `fault` for requests that got a fault. */
  kind: z.string().exactOptional(),
  /** Part of the path, a body or the idempotency key. */
  search: z.string().exactOptional(),
  /** Default: 200. */
  limit: z.coerce.number().int().positive().exactOptional(),
});

export type RequestFilter = z.infer<typeof requestFilter>;

/** Which deliveries are listed. */
export const deliveryFilter = z.object({
  /** Default: 200. */
  limit: z.coerce.number().int().positive().max(10_000).exactOptional(),
  /** Whether to list only deliveries whose last attempt failed. */
  failed: z.stringbool().exactOptional(),
  keyId: z.string().exactOptional(),
  /** Part of the event, the order ID or the title of the order. */
  search: z.string().exactOptional(),
});

export type DeliveryFilter = z.infer<typeof deliveryFilter>;

/** A fault of the next matching requests. */
export const faultForm = z.object({
  /** Default: any method and path. */
  method: z.string().optional(),
  path: z.string().optional(),
  fault: z.enum(faultKinds),
  /** How many requests get the fault; `null` until it is removed. */
  times: z
    .number()
    .int('The number of requests must be a whole number.')
    .min(1, 'The number of requests must be 1 or more.')
    .nullable(),
  /** The share of the matching requests that get the fault, above 0 and at most 1. Default: 1. */
  share: z.number().optional(),
  delayMs: z
    .number()
    .min(0, 'The delay must be 0 or more.')
    .max(600_000, 'The delay must be at most 600,000 ms.')
    .optional(),
});

export type FaultForm = z.infer<typeof faultForm>;
