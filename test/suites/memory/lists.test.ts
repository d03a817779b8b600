import { expect, test } from 'vitest';
import { listOrders } from '../../../src/operations/index.js';
import { bytesInUse } from '../../support/bytes-in-use.js';
import { day, paginatorOf } from '../../unit/lists/service.js';

const perPage = 1_000;

test('a million records of ten years take less than 20 MB', async () => {
  const operation = { ...listOrders, range: { maxDays: 31, order: 'unknown' } } as const;
  const query = { from: '2016-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
  const perWindow = 1_000_000 / Math.ceil((Date.parse(query.to) - Date.parse(query.from)) / (31 * day));
  const list = paginatorOf<{ id: string }>({
    operation,
    query,
    async fetchPage({ from }, cursor = '0') {
      const first = Number(cursor);
      const length = Math.min(perPage, perWindow - first);
      const items = Array.from({ length }, (_, index) => ({ id: `${from}-${first + index}` }));
      const next = first + perPage < perWindow ? `${first + perPage}` : null;
      return { items, next, readAt: new Date() };
    },
  });
  const growth: number[] = [];
  let [count, pages, before] = [0, 0, 0];
  for await (const { items } of list.pages()) {
    count += items.length;
    pages += 1;
    if (pages === 20) before = bytesInUse();
    if (pages % 100 === 0) growth.push(bytesInUse() - before);
  }
  expect(count).toBeGreaterThan(990_000);
  expect(Math.max(...growth)).toBeLessThan(20_000_000);
});
