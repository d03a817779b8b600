import { goodsReceiptStatuses } from '../entities/goods-receipt.js';
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
} from './rules.js';

export const listChannels: Operation = {
  id: 'channels.list',
  method: 'GET',
  path: '/channels',
  response: 'channel',
  responseKind: 'list',
  summary: 'List channels',
  since: '2.91.0',
};

export const getMenu: Operation = {
  id: 'menus.get',
  method: 'GET',
  path: '/menus',
  query: 'menuGetParams',
  response: 'menu',
  responseKind: 'one',
  rules: [partnerChannelGoesWithPartner],
  summary: 'Fetch the menu of a channel type',
  since: '2.91.0',
};

export const createOrder: Operation = {
  id: 'orders.create',
  method: 'POST',
  path: '/orders',
  body: 'orderCreateParams',
  response: 'order',
  responseKind: 'one',
  rules: [paymentTimesAreIso],
  summary: 'Create an order',
  since: '2.91.0',
};

export const getOrder: Operation = {
  id: 'orders.get',
  method: 'GET',
  path: '/orders/{orderId}',
  response: 'order',
  responseKind: 'one',
  summary: 'Fetch one order',
  since: '2.91.0',
};

export const listOrders: ListOperation = {
  id: 'orders.list',
  method: 'GET',
  path: '/orders',
  query: 'orderListParams',
  response: 'order',
  responseKind: 'pages',
  range: { maxDays: maxRangeDays, order: 'unknown' },
  rules: [rangeIsOrdered, allows('status', 'complete', 'cancelled')],
  summary: 'List orders in a date range',
  since: '2.227.0',
};

export const updateOrder: Operation = {
  id: 'orders.update',
  method: 'PUT',
  path: '/orders/{orderId}',
  body: 'orderUpdateParams',
  response: 'order',
  responseKind: 'one',
  rules: [allows('status', 'cancelled')],
  summary: 'Cancel an order',
  since: '2.91.0',
};

export const importOrder: Operation = {
  id: 'orders.import',
  method: 'POST',
  path: '/orders/import',
  body: 'orderImportParams',
  response: 'order',
  responseKind: 'one',
  rules: [importNamesItsSource, importTimesAreIso],
  summary: 'Import a historical order',
  since: '2.206.0',
};

export const createReservation: Operation = {
  id: 'reservations.create',
  method: 'POST',
  path: '/orders/reservations',
  body: 'reservationCreateParams',
  response: 'order',
  responseKind: 'one',
  rules: [paymentTimesAreIso],
  summary: 'Open a reservation-linked order',
  since: '2.91.0',
};

export const updateReservation: Operation = {
  id: 'reservations.update',
  method: 'PUT',
  path: '/orders/reservations/{orderId}',
  body: 'reservationUpdateParams',
  response: 'order',
  responseKind: 'one',
  rules: [allows('status', 'cancelled'), cancelStandsAlone, reservationIdentityIsFixed],
  summary: 'Update a reservation-linked order',
  since: '2.91.0',
};

export const listActionLogs: ListOperation = {
  id: 'actionLogs.list',
  method: 'GET',
  path: '/orders/action-logs',
  query: 'actionLogListParams',
  response: 'actionLogEntry',
  responseKind: 'pages',
  range: { maxDays: maxRangeDays, order: 'newest-first', field: 'created' },
  rules: [rangeIsOrdered],
  summary: 'List action log entries in a date range',
  since: '2.315.0',
};

export const getOrderActionLog: Operation = {
  id: 'actionLogs.forOrder',
  method: 'GET',
  path: '/orders/{orderId}/action-log',
  response: 'actionLogEntry',
  responseKind: 'list',
  summary: 'Fetch the action log of one order',
  since: '2.315.0',
};

export const createBaseMenu: Operation = {
  id: 'baseMenus.create',
  method: 'POST',
  path: '/base-menus',
  body: 'baseMenuCreateParams',
  response: 'baseMenu',
  responseKind: 'one',
  summary: 'Create a base menu',
};

export const listGoodsReceipts: ListOperation = {
  id: 'goodsReceipts.list',
  method: 'GET',
  path: '/inventory/goods-receipts',
  query: 'goodsReceiptListParams',
  response: 'goodsReceipt',
  responseKind: 'pages',
  range: { maxDays: maxRangeDays, order: 'oldest-first', field: 'created' },
  rules: [rangeIsOrdered, allowsEach('status', ...goodsReceiptStatuses)],
  summary: 'List goods receipts in a date range',
  since: '2.324.0',
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
