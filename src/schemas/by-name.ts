import type * as z from 'zod/mini';
import type { EntityName } from '../operations/operation.js';
import {
  actionLogEntrySchema,
  baseMenuSchema,
  channelSchema,
  goodsReceiptSchema,
  menuSchema,
  orderSchema,
} from './entities.js';

export const entitySchemas: Readonly<Record<EntityName, z.ZodMiniType>> = {
  order: orderSchema,
  channel: channelSchema,
  menu: menuSchema,
  baseMenu: baseMenuSchema,
  goodsReceipt: goodsReceiptSchema,
  actionLogEntry: actionLogEntrySchema,
};
