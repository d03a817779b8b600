import { longestRangeDays, operation } from './operation.js';
import { importNamesItsSource, importTimesAreIso, paymentTimesAreIso, rangeIsOrdered } from './rules.js';

export const createOrder = operation({
  id: 'orders.create',
  method: 'POST',
  path: '/orders',
  body: 'orderCreateParams',
  response: 'order',
  answer: 'one',
  rules: [paymentTimesAreIso],
  summary: 'Create an order',
  since: '2.91.0',
});

export const getOrder = operation({
  id: 'orders.get',
  method: 'GET',
  path: '/orders/{orderId}',
  response: 'order',
  answer: 'one',
  summary: 'Fetch one order',
  since: '2.91.0',
});

export const listOrders = operation({
  id: 'orders.list',
  method: 'GET',
  path: '/orders',
  query: 'orderListParams',
  response: 'order',
  answer: 'pages',
  range: { maxDays: longestRangeDays, order: 'unknown' },
  rules: [rangeIsOrdered],
  summary: 'List orders in a date range',
  since: '2.227.0',
});

export const updateOrder = operation({
  id: 'orders.update',
  method: 'PUT',
  path: '/orders/{orderId}',
  body: 'orderUpdateParams',
  response: 'order',
  answer: 'one',
  summary: 'Cancel an order',
  since: '2.91.0',
});

export const importOrder = operation({
  id: 'orders.import',
  method: 'POST',
  path: '/orders/import',
  body: 'orderImportParams',
  response: 'order',
  answer: 'one',
  rules: [importNamesItsSource, importTimesAreIso],
  summary: 'Import a historical order',
  since: '2.206.0',
});
