import type * as z from 'zod';
import type { Entities, Inputs } from '../operations/operation.js';
import { actionLogEntrySchema, actionLogQuerySchema } from './action-log.js';
import { baseMenuSchema, createBaseMenuSchema } from './base-menu.js';
import { channelSchema } from './channel.js';
import { goodsReceiptQuerySchema, goodsReceiptSchema } from './goods-receipt.js';
import { menuQuerySchema, menuSchema } from './menu.js';
import {
  createOrderSchema,
  importOrderSchema,
  orderQuerySchema,
  orderSchema,
  updateOrderSchema,
} from './order.js';
import { createReservationSchema, updateReservationSchema } from './reservation.js';

/** The entities that operations name as what they answer with. */
export const entitySchemas: { readonly [Name in keyof Entities]: z.ZodType } = {
  order: orderSchema,
  channel: channelSchema,
  menu: menuSchema,
  baseMenu: baseMenuSchema,
  goodsReceipt: goodsReceiptSchema,
  actionLogEntry: actionLogEntrySchema,
};

/** The bodies and queries that operations name as what they take. */
export const inputSchemas: { readonly [Name in keyof Inputs]: z.ZodType } = {
  createOrder: createOrderSchema,
  updateOrder: updateOrderSchema,
  importOrder: importOrderSchema,
  createReservation: createReservationSchema,
  updateReservation: updateReservationSchema,
  createBaseMenu: createBaseMenuSchema,
  menuQuery: menuQuerySchema,
  orderQuery: orderQuerySchema,
  actionLogQuery: actionLogQuerySchema,
  goodsReceiptQuery: goodsReceiptQuerySchema,
};
