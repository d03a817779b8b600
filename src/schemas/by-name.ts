import type * as z from 'zod/mini';
import type { EntityName } from '../operations/operation.js';
import { actionLogEntrySchema } from './action-log.js';
import { baseMenuSchema } from './base-menu.js';
import { channelSchema } from './channel.js';
import { goodsReceiptSchema } from './goods-receipt.js';
import { menuSchema } from './menu.js';
import { orderSchema } from './order.js';

export const entitySchemas: Readonly<Record<EntityName, z.ZodMiniType>> = {
  order: orderSchema,
  channel: channelSchema,
  menu: menuSchema,
  baseMenu: baseMenuSchema,
  goodsReceipt: goodsReceiptSchema,
  actionLogEntry: actionLogEntrySchema,
};
