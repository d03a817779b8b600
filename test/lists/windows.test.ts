import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstWindow, formatSpan, type Span, windowAfter } from '../../src/lists/windows.js';
import type { DateRange } from '../../src/operations/operation.js';

const day = 24 * 60 * 60 * 1000;

const spans = fc
  .tuple(
    fc.nat(4e12),
    fc.oneof(
      fc.nat(3),
      fc.nat(12).map((n) => n * 31 * day),
      fc.nat(1000 * day),
    ),
  )
  .map(([from, length]) => ({ from, to: from + length }));
const ranges = fc.record({
  maxDays: fc.constantFrom(1, 31),
  order: fc.constantFrom<DateRange['order']>('oldest-first', 'newest-first', 'unknown'),
});

function windowsOf(span: Span, range: DateRange): Span[] {
  const windows: Span[] = [];
  for (
    let window: Span | undefined = firstWindow(span, range);
    window;
    window = windowAfter(window, span, range)
  ) {
    windows.push(window);
    if (windows.length > 2_000) throw new Error('the windows do not end');
  }
  return windows;
}

test('windows cover a span without gap and without end', () => {
  fc.assert(
    fc.property(spans, ranges, (span, range) => {
      const windows = windowsOf(span, range);
      const byAge = range.order === 'newest-first' ? windows.toReversed() : windows;
      expect(byAge[0]?.from).toBe(span.from);
      expect(byAge.at(-1)?.to).toBe(span.to);
      for (const [index, window] of byAge.slice(1).entries()) expect(window.from).toBe(byAge[index]?.to);
    }),
  );
});

test('no window is longer than the service allows, and none but the last is shorter', () => {
  fc.assert(
    fc.property(spans, ranges, (span, range) => {
      const lengths = windowsOf(span, range).map(({ from, to }) => to - from);
      const last = lengths.pop() ?? 0;
      for (const length of lengths) expect(length).toBe(range.maxDays * day);
      expect(last).toBeLessThanOrEqual(range.maxDays * day);
      if (lengths.length > 0) expect(last).toBeGreaterThan(0);
    }),
  );
});

test('from equal to `to` is one window', () => {
  expect(windowsOf({ from: 7, to: 7 }, { maxDays: 31, order: 'unknown' })).toEqual([{ from: 7, to: 7 }]);
});

test('31 days are one window, a millisecond more are two', () => {
  const range = { maxDays: 31, order: 'newest-first' } as const;
  expect(windowsOf({ from: 0, to: 31 * day }, range)).toEqual([{ from: 0, to: 31 * day }]);
  expect(windowsOf({ from: 0, to: 31 * day + 1 }, range)).toEqual([
    { from: 1, to: 31 * day + 1 },
    { from: 0, to: 1 },
  ]);
});

test('bounds go over the wire in UTC with milliseconds', () => {
  expect(formatSpan({ from: 0, to: 1_500 })).toEqual({
    from: '1970-01-01T00:00:00.000Z',
    to: '1970-01-01T00:00:01.500Z',
  });
});
