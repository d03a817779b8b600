import { type ListOperation, maxRangeDays, type Operation } from './operation.js';
import {
  allows,
  importNamesItsSource,
  importTimesAreIso,
  paymentTimesAreIso,
  rangeIsOrdered,
} from './rules.js';

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
