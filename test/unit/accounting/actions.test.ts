import { describe, expect, test } from 'vitest';
import { billOf, sound } from './receipts.js';

describe('the action of a bill', () => {
  test.each([
    ['completed', 'post'],
    ['cancelled', 'void'],
    ['partiallyReceived', 'hold'],
    ['draft', 'hold'],
  ])('of a receipt that is %s is %s §flow.accounting.bill §goods-receipt.statuses', (status, action) => {
    expect(billOf({ ...sound, status })).toMatchObject({ status, action, isBalanced: true, problems: [] });
  });

  test.each([undefined, null, 'archived', '', 7])('of an unknown status is hold: %s', (status) => {
    const bill = billOf({ ...sound, status });
    expect(bill).toMatchObject({ action: 'hold', isBalanced: true });
    expect(bill.problems).toMatchObject([{ code: 'unknown-status', path: 'status' }]);
    expect(bill.status).toBe(typeof status === 'string' ? status : null);
  });

  test.each([undefined, null, '', 7])('without an id is hold, even if the receipt is cancelled: %s', (id) => {
    for (const status of ['completed', 'cancelled']) {
      const bill = billOf({ ...sound, id, status });
      expect(bill).toMatchObject({ receiptId: '', action: 'hold', isBalanced: false });
      expect(bill.problems).toMatchObject([{ code: 'no-id', path: 'id' }]);
    }
  });

  test('of a cancelled receipt is void, whatever its problems', () => {
    expect(billOf({ ...sound, status: 'cancelled', total: 7 })).toMatchObject({
      action: 'void',
      isBalanced: false,
    });
  });
});
