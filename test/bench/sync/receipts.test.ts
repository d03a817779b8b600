import { describe, expect, test } from 'vitest';
import { Receipts } from './receipts.js';

const day = 24 * 60 * 60 * 1_000;
const begin = Date.UTC(2026, 0, 1);
/** Sixty days, and one receipt at each noon. */
const plan = { count: 60, from: begin, to: begin + 60 * day };
const noon = (place: number) => begin + (place + 0.5) * day;
const all = 'draft,completed,cancelled,partiallyReceived';

function page(receipts: Receipts, from: number, to: number, more: Record<string, string> = {}) {
  const [first, last] = [from, to].map((instant) => new Date(instant).toISOString());
  const { data, next } = receipts.page(
    new URLSearchParams({ from: first ?? '', to: last ?? '', status: all, ...more }),
  );
  return {
    ids: data.map((receipt) => Object(receipt).id),
    statuses: data.map((one) => Object(one).status),
    next,
  };
}

function ids(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, step) => `r-${from + step}`);
}

describe('the goods receipts of the bench', () => {
  const receipts = new Receipts(plan);

  test('come in pages of 25, oldest first, both bounds included', () => {
    const first = page(receipts, noon(10), noon(40));
    expect(first).toMatchObject({ ids: ids(10, 34), next: '35' });
    const last = page(receipts, noon(10), noon(40), { cursor: first.next ?? '' });
    expect(last).toMatchObject({ ids: ids(35, 40), next: null });
  });

  test('exclude receipts a millisecond outside the range, and statuses that do not exist', () => {
    expect(page(receipts, noon(10) + 1, noon(12) - 1).ids).toEqual(['r-11']);
    expect(page(receipts, noon(10) + 1, noon(11) - 1).ids).toEqual([]);
    expect(page(receipts, begin - 30 * day, noon(1)).ids).toEqual(['r-0', 'r-1']);
    expect(page(receipts, noon(58), begin + 80 * day).ids).toEqual(['r-58', 'r-59']);
  });

  test('are completed, except one in twenty, which is cancelled, and are filtered by status', () => {
    expect(page(receipts, noon(6), noon(8)).statuses).toEqual(['completed', 'cancelled', 'completed']);
    expect(page(receipts, noon(0), noon(30), { status: 'cancelled' }).ids).toEqual(['r-7', 'r-27']);
    expect(page(receipts, noon(6), noon(8), { status: 'completed' }).ids).toEqual(['r-6', 'r-8']);
  });

  test('have one draft: the first one after an instant', () => {
    const drafts = (draftFrom: number) =>
      page(new Receipts({ ...plan, draftFrom }), noon(0), noon(30), { status: 'draft' }).ids;
    expect(drafts(noon(20))).toEqual(['r-20']);
    expect(drafts(noon(20) + 1)).toEqual(['r-21']);
  });
});
