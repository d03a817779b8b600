import type * as z from 'zod/mini';
import type { Entities, Inputs } from '../operations/operation.js';
import { actionLogEntrySchema, actionLogListParamsSchema } from './action-log.js';
import { baseMenuCreateParamsSchema, baseMenuSchema } from './base-menu.js';
import { channelSchema } from './channel.js';
import { goodsReceiptListParamsSchema, goodsReceiptSchema } from './goods-receipt.js';
import { menuGetParamsSchema, menuSchema } from './menu.js';
import {
  orderCreateParamsSchema,
  orderImportParamsSchema,
  orderListParamsSchema,
  orderSchema,
  orderUpdateParamsSchema,
} from './order.js';
import { reservationCreateParamsSchema, reservationUpdateParamsSchema } from './reservation.js';

/** The entities that operations name as what they answer with. */
export const entitySchemas: { readonly [Name in keyof Entities]: z.ZodMiniType } = {
  order: orderSchema,
  channel: channelSchema,
  menu: menuSchema,
  baseMenu: baseMenuSchema,
  goodsReceipt: goodsReceiptSchema,
  actionLogEntry: actionLogEntrySchema,
};

/** The bodies and queries that operations name as what they take. */
export const inputSchemas: { readonly [Name in keyof Inputs]: z.ZodMiniType } = {
  orderCreateParams: orderCreateParamsSchema,
  orderUpdateParams: orderUpdateParamsSchema,
  orderImportParams: orderImportParamsSchema,
  reservationCreateParams: reservationCreateParamsSchema,
  reservationUpdateParams: reservationUpdateParamsSchema,
  baseMenuCreateParams: baseMenuCreateParamsSchema,
  menuGetParams: menuGetParamsSchema,
  orderListParams: orderListParamsSchema,
  actionLogListParams: actionLogListParamsSchema,
  goodsReceiptListParams: goodsReceiptListParamsSchema,
};
