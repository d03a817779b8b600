import { longestRangeDays, operation } from './operation.js';
import { rangeIsOrdered } from './rules.js';

export const listActionLogs = operation({
  id: 'actionLogs.list',
  method: 'GET',
  path: '/orders/action-logs',
  query: 'actionLogListParams',
  response: 'actionLogEntry',
  answer: 'pages',
  range: { maxDays: longestRangeDays, order: 'newest-first', field: 'created' },
  rules: [rangeIsOrdered],
  summary: 'List action log entries in a date range',
  since: '2.315.0',
});

export const getOrderActionLog = operation({
  id: 'actionLogs.forOrder',
  method: 'GET',
  path: '/orders/{orderId}/action-log',
  response: 'actionLogEntry',
  answer: 'list',
  summary: 'Fetch the action log of one order',
  since: '2.315.0',
});
