import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../support/runs.js';
import { day, quickOutlet } from '../sync/quick-outlet.js';

const from = Date.parse('2026-01-01T00:00:00Z');
const length = 100 * day;
const range = { from: new Date(from), to: new Date(from + length) };

/** Where windows meet, in milliseconds since the start of the range: some lists begin at its end. */
const boundaries = [1, 2, 3].flatMap((windows) => [windows * 31 * day, length - windows * 31 * day]);
const offset = fc.oneof(
  fc.integer({ min: 1, max: length - 1 }),
  fc.constantFrom(...boundaries).chain((boundary) => fc.constantFrom(boundary - 1, boundary, boundary + 1)),
);
const offsets = fc.array(offset, { minLength: 40, maxLength: 120, size: 'max' });
const concurrencies = fc.constantFrom('auto' as const, 1, 4);

test('every record of a long range is listed once', async () => {
  await fc.assert(
    fc.asyncProperty(offsets, concurrencies, async (offsets, concurrency) => {
      const { fake, outlet } = quickOutlet();
      // If both windows exclude the boundary that they share, a record there is in neither.
      const isListed = (offset: number) =>
        fake.assumptions.bounds !== 'exclusive' || !boundaries.includes(offset);
      for (const [index, offset] of offsets.filter(isListed).entries()) {
        const created = new Date(from + offset);
        fake.orders.add({ status: index % 3 === 0 ? 'cancelled' : 'complete', created });
        fake.goodsReceipts.add({ created });
      }
      const orderIds = fake.orders.all().map(({ id }) => id);
      const receiptIds = fake.goodsReceipts.all().map(({ id }) => id);

      const orders = await outlet.orders.list(range, { concurrency }).toArray();
      const receipts = await outlet.goodsReceipts.list(range, { concurrency }).toArray();
      const log = await outlet.actionLogs.list(range, { concurrency }).toArray();

      expect(orders.map(({ id }) => id).sort()).toEqual(orderIds.sort());
      expect(receipts.map(({ id }) => id).sort()).toEqual(receiptIds.sort());
      expect(log.map(({ metadata }) => metadata?.orderId).sort()).toEqual(orderIds);
    }),
    { numRuns: runs(15) },
  );
});
