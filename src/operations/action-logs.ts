import { type ListOperation, maxRangeDays, type Operation } from './operation.js';
import { rangeIsOrdered } from './rules.js';

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
