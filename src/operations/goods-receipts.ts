import { longestRangeDays, operation } from './operation.js';
import { rangeIsOrdered } from './rules.js';

export const listGoodsReceipts = operation({
  id: 'goodsReceipts.list',
  method: 'GET',
  path: '/inventory/goods-receipts',
  query: 'goodsReceiptListParams',
  response: 'goodsReceipt',
  answer: 'pages',
  range: { maxDays: longestRangeDays, order: 'oldest-first', field: 'created' },
  rules: [rangeIsOrdered],
  summary: 'List goods receipts in a date range',
  since: '2.324.0',
});
