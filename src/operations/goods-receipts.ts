import { goodsReceiptStatuses } from '../entities/goods-receipt.js';
import { type ListOperation, maxRangeDays } from './operation.js';
import { allowsEach, rangeIsOrdered } from './rules.js';

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
