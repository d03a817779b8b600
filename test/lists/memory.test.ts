import { expect, test } from 'vitest';
import { fingerprint } from '../../src/lists/fingerprint.js';
import { Fingerprints } from '../../src/lists/fingerprints.js';
import { Paginator } from '../../src/lists/index.js';
import { Once } from '../../src/lists/once.js';
import type { FetchPage } from '../../src/lists/walker.js';
import { bytesInUse } from '../bytes-in-use.js';

test('a walk of a million results leaves the heap as it was', async () => {
  const perPage = 5_000;
  const fetchPage: FetchPage<{ id: string }> = async (_window, cursor = '0') => {
    const first = Number(cursor);
    const items = Array.from({ length: perPage }, (_, index) => ({ id: `order-${first + index}` }));
    return { items, next: first + perPage < 1_000_000 ? `${first + perPage}` : null };
  };
  const orders = { id: 'orders.list', range: { maxDays: 31, order: 'unknown' } } as const;
  const oneWindow = { from: '2026-01-01T00:00:00Z', to: '2026-01-31T00:00:00Z' };
  const before = bytesInUse();
  const growth: number[] = [];
  let count = 0;
  for await (const { items } of new Paginator({ operation: orders, query: oneWindow, fetchPage }).pages()) {
    count += items.length;
    if (count % 100_000 === 0) growth.push(bytesInUse() - before);
  }
  expect(count).toBe(1_000_000);
  expect(Math.max(...growth)).toBeLessThan(20_000_000);
});

test('what was handed out is not held, and its memory does not grow with the range', () => {
  const once = new Once(undefined);
  const walk = (windows: number) => {
    for (let window = 0; window < windows; window += 1) {
      once.enter({ from: window, to: window + 1 });
      for (let entry = 0; entry < 2_000; entry += 1) {
        once.isNew({ id: `00000000-0000-4000-8000-${window}-${entry}`, note: 'x'.repeat(20) });
        once.isNew({ note: `${window}-${entry}` });
      }
    }
    return bytesInUse();
  };
  const before = walk(3);
  expect(walk(100) - before).toBeLessThan(1_000_000);
});

test('a million fingerprints take at most 17 MB, also while their set grows', () => {
  const before = bytesInUse();
  const set = new Fingerprints();
  const growth: number[] = [];
  for (let index = 0; index < 1_000_000; index += 1) {
    set.add(fingerprint(`order-${index}`));
    if (index % 50_000 === 0) growth.push(bytesInUse() - before);
  }
  growth.push(bytesInUse() - before);
  expect(Math.max(...growth)).toBeLessThan(17_000_000);
  expect(set.has(fingerprint('order-999999'))).toBe(true);
  expect(set.has(fingerprint('order-1000000'))).toBe(false);
});
