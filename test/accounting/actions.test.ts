import { describe, expect, test } from 'vitest';
import { billOf, sound } from './receipts.js';

describe('what to do with a bill', () => {
  test.each([
    ['completed', 'post'],
    ['cancelled', 'void'],
    ['partiallyReceived', 'hold'],
    ['draft', 'hold'],
  ])('of a receipt that is %s: %s §flow.accounting.bill §goods-receipt.statuses', (status, action) => {
    expect(billOf({ ...sound, status })).toMatchObject({ status, action, balanced: true, problems: [] });
  });

  test.each([undefined, null, 'archived', '', 7])(
    'of a status that nobody knows is to wait: %s',
    (status) => {
      const bill = billOf({ ...sound, status });
      expect(bill).toMatchObject({ action: 'hold', balanced: true });
      expect(bill.problems).toMatchObject([{ code: 'unknown-status', path: 'status' }]);
      expect(bill.status).toBe(typeof status === 'string' ? status : null);
    },
  );

  test.each([undefined, null, '', 7])('without an id is to wait, cancelled or not: %s', (id) => {
    for (const status of ['completed', 'cancelled']) {
      const bill = billOf({ ...sound, id, status });
      expect(bill).toMatchObject({ receiptId: '', action: 'hold', balanced: true });
      expect(bill.problems).toMatchObject([{ code: 'no-id', path: 'id' }]);
    }
  });

  test('of a cancelled receipt is to void it, whatever else is wrong', () => {
    expect(billOf({ ...sound, status: 'cancelled', total: 7 })).toMatchObject({
      action: 'void',
      balanced: false,
    });
  });
});
