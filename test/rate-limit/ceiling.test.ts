import { beforeEach, expect, test, vi } from 'vitest';
import { Ceiling } from '../../src/rate-limit/ceiling.js';

beforeEach(() => void vi.useFakeTimers());

test('the second check holds back sends that the log did not allow', async () => {
  const ceiling = new Ceiling(() => ({ requests: 5, interval: 1_000 }));
  const sentAt: number[] = [];
  const begin = performance.now();
  for (let sends = 0; sends < 12; sends += 1)
    ceiling.send(begin, () => sentAt.push(performance.now() - begin));
  expect(sentAt.length).toBeLessThanOrEqual(6);
  await vi.runAllTimersAsync();
  expect(sentAt).toHaveLength(12);
  expect(sentAt.at(-1)).toBeGreaterThanOrEqual(900);
});
