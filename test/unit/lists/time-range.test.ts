import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstPart, restAfter, type Span } from '../../../src/lists/time-range.js';
import type { RangeRules } from '../../../src/operations/operation.js';
import { day } from './service.js';

const lengths = fc.oneof(
  fc.nat(3),
  fc.nat(12).map((count) => count * 31 * day),
  fc.nat(1_000 * day),
);
const spans = fc.tuple(fc.nat(4e12), lengths).map(([from, length]) => ({ from, to: from + length }));
const ranges = fc.record({
  maxDays: fc.constantFrom(1, 31),
  order: fc.constantFrom<RangeRules['order']>('oldest-first', 'newest-first', 'unknown'),
});

function windowsOf(span: Span, range: RangeRules, length?: number): Span[] {
  const windows: Span[] = [];
  for (let rest: Span | undefined = span; rest; rest = restAfter(windows.at(-1) ?? span, span, range)) {
    windows.push(firstPart(rest, range, length));
  }
  return windows;
}

test('windows cover a span without gaps, and share their boundaries', () => {
  fc.assert(
    fc.property(spans, ranges, fc.double({ min: 1e8, noNaN: true }), (span, range, length) => {
      const windows = windowsOf(span, range, length);
      const byAge = range.order === 'newest-first' ? windows.toReversed() : windows;
      expect(byAge[0]?.from).toBe(span.from);
      expect(byAge.at(-1)?.to).toBe(span.to);
      for (const [index, window] of byAge.slice(1).entries()) expect(window.from).toBe(byAge[index]?.to);
    }),
  );
});

test('all windows but the last have the maximum length', () => {
  fc.assert(
    fc.property(spans, ranges, (span, range) => {
      const lengthsOf = windowsOf(span, range).map(({ from, to }) => to - from);
      const last = lengthsOf.pop() ?? 0;
      for (const length of lengthsOf) expect(length).toBe(range.maxDays * day);
      expect(last).toBeLessThanOrEqual(range.maxDays * day);
      if (lengthsOf.length > 0) expect(last).toBeGreaterThan(0);
    }),
  );
});

test('equal bounds are one window', () => {
  expect(windowsOf({ from: 7, to: 7 }, { maxDays: 31, order: 'unknown' })).toEqual([{ from: 7, to: 7 }]);
});

test('a window is at least a millisecond long', () => {
  expect(firstPart({ from: 0, to: 9 }, { maxDays: 31, order: 'unknown' }, 0.1)).toEqual({ from: 0, to: 1 });
});
