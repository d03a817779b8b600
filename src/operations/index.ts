import { goodsReceiptStatuses } from '../entities/goods-receipt.js';
import type {
  ActionLogListParams,
  GoodsReceiptListParams,
  MenuGetParams,
  OrderListParams,
} from '../entities/index.js';
import { type ListOperation, maxRangeDays, type Operation } from './operation.js';
import {
  allows,
  allowsEach,
  cancelStandsAlone,
  importNamesItsSource,
  importTimesAreIso,
  partnerChannelGoesWithPartner,
  paymentTimesAreIso,
  rangeIsOrdered,
  reservationIdentityIsFixed,
  takesOnly,
} from './rules.js';

export const listChannels: Operation = {
  id: 'channels.list',
  method: 'GET',
  path: '/channels',
  response: 'channel',
  responseKind: 'list',
};

export const getMenu: Operation = {
  id: 'menus.get',
  method: 'GET',
  path: '/menus',
  query: 'menuGetParams',
  response: 'menu',
  responseKind: 'one',
  rules: [
    takesOnly<MenuGetParams>({ channelType: true, partnerChannel: true }),
    partnerChannelGoesWithPartner,
  ],
};

export const createOrder: Operation = {
  id: 'orders.create',
  method: 'POST',
  path: '/orders',
  body: 'orderCreateParams',
  response: 'order',
  responseKind: 'one',
  needsId: true,
  rules: [paymentTimesAreIso],
};

export const getOrder: Operation = {
  id: 'orders.get',
  method: 'GET',
  path: '/orders/{orderId}',
  response: 'order',
  responseKind: 'one',
  needsId: true,
};

export const listOrders: ListOperation = {
  id: 'orders.list',
  method: 'GET',
  path: '/orders',
  query: 'orderListParams',
  response: 'order',
  responseKind: 'pages',
  range: { maxDays: maxRangeDays, order: 'unknown' },
  pages: { hasNext: false, size: 25, per: 'status' },
  rules: [
    takesOnly<OrderListParams>({ from: true, to: true, status: true }),
    rangeIsOrdered,
    allows('status', 'complete', 'cancelled'),
  ],
};

export const updateOrder: Operation = {
  id: 'orders.update',
  method: 'PUT',
  path: '/orders/{orderId}',
  body: 'orderUpdateParams',
  response: 'order',
  responseKind: 'one',
  needsId: true,
  rules: [allows('status', 'cancelled')],
};

export const importOrder: Operation = {
  id: 'orders.import',
  method: 'POST',
  path: '/orders/import',
  body: 'orderImportParams',
  response: 'order',
  responseKind: 'one',
  rules: [importNamesItsSource, importTimesAreIso],
};

export const createReservation: Operation = {
  id: 'reservations.create',
  method: 'POST',
  path: '/orders/reservations',
  body: 'reservationCreateParams',
  response: 'order',
  responseKind: 'one',
  needsId: true,
  rules: [paymentTimesAreIso],
};

export const updateReservation: Operation = {
  id: 'reservations.update',
  method: 'PUT',
  path: '/orders/reservations/{orderId}',
  body: 'reservationUpdateParams',
  response: 'order',
  responseKind: 'one',
  needsId: true,
  rules: [allows('status', 'cancelled'), cancelStandsAlone, reservationIdentityIsFixed],
};

export const listActionLogs: ListOperation = {
  id: 'actionLogs.list',
  method: 'GET',
  path: '/orders/action-logs',
  query: 'actionLogListParams',
  response: 'actionLogEntry',
  responseKind: 'pages',
  range: { maxDays: maxRangeDays, order: 'newest-first', field: 'created' },
  pages: { hasNext: true },
  rules: [
    takesOnly<ActionLogListParams>({
      from: true,
      to: true,
      action: true,
      actorId: true,
      actorType: true,
      channelId: true,
      search: true,
    }),
    rangeIsOrdered,
  ],
};

export const getOrderActionLog: Operation = {
  id: 'actionLogs.forOrder',
  method: 'GET',
  path: '/orders/{orderId}/action-log',
  response: 'actionLogEntry',
  responseKind: 'list',
};

export const createBaseMenu: Operation = {
  id: 'baseMenus.create',
  method: 'POST',
  path: '/base-menus',
  body: 'baseMenuCreateParams',
  response: 'baseMenu',
  responseKind: 'one',
};

export const listGoodsReceipts: ListOperation = {
  id: 'goodsReceipts.list',
  method: 'GET',
  path: '/inventory/goods-receipts',
  query: 'goodsReceiptListParams',
  response: 'goodsReceipt',
  responseKind: 'pages',
  range: { maxDays: maxRangeDays, order: 'oldest-first', field: 'created' },
  pages: { hasNext: true, size: 25 },
  rules: [
    takesOnly<GoodsReceiptListParams>({
      from: true,
      to: true,
      status: true,
      supplierId: true,
      merchantId: true,
      outletId: true,
    }),
    rangeIsOrdered,
    allowsEach('status', ...goodsReceiptStatuses),
  ],
};

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
