import { getOrderActionLog, listActionLogs } from './action-logs.js';
import { createBaseMenu } from './base-menus.js';
import { listChannels } from './channels.js';
import { listGoodsReceipts } from './goods-receipts.js';
import { getMenu } from './menus.js';
import type { Operation } from './operation.js';
import { createOrder, getOrder, importOrder, listOrders, updateOrder } from './orders.js';
import { createReservation, updateReservation } from './reservations.js';

/** Every endpoint that an outlet key may call, in the order of the specification. */
export const operations: readonly Operation[] = [
  listChannels,
  getMenu,
  createOrder,
  listOrders,
  getOrder,
  updateOrder,
  createReservation,
  updateReservation,
  importOrder,
  getOrderActionLog,
  listActionLogs,
  createBaseMenu,
  listGoodsReceipts,
];
