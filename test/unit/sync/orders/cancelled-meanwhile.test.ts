import { expect, test } from 'vitest';
import { fullPages } from '../../../support/services/hostile-mode.js';
import { quarter } from './quarter.js';

test('a backfill can miss orders that are cancelled between two of its pages, which is a known limit', async () => {
  const { backfill, fake } = quarter(fullPages);
  const delivered = new Set<string>();
  const cancelled: string[] = [];
  await backfill({
    onOrders(orders) {
      for (const { id } of orders) delivered.add(id);
      const later = fake.orders.all().filter(({ id, status }) => status === 'complete' && !delivered.has(id));
      for (const { id } of later.slice(0, 5)) {
        fake.orders.cancel(id);
        cancelled.push(id);
      }
    },
  });
  expect(cancelled.filter((id) => !delivered.has(id)).length).toBeGreaterThan(0);
});
