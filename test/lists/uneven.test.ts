import { describe, expect, test } from 'vitest';
import { shareOfLimit, walk } from './shapes.js';

test.each(['oldest-first', 'newest-first'] as const)(
  'a documented order holds at any speed (%s)',
  async (order) => {
    const walked = await walk({ shape: 'openingHours', days: 31, pages: 150, roundTrip: 800, order });
    const ids = walked.items.map(({ id }) => Number(id.slice(2)));
    const sorted = ids.toSorted((one, other) => one - other);
    expect(ids).toEqual(order === 'newest-first' ? sorted.toReversed() : sorted);
  },
);

test.each([
  { shape: 'emptyWeeks', days: 31, pages: 300, least: 0.45 },
  { shape: 'busyDay', days: 31, pages: 150, least: 0.3 },
  { shape: 'busyDay', days: 31, pages: 1_000, least: 0.6 },
  { shape: 'even', days: 31, pages: 300, least: 0.7, dated: false },
  { shape: 'openingHours', days: 31, pages: 1_000, least: 0.7, dated: false },
] as const)('an uneven list is walked faster than along its cursors (%j)', async ({ least, ...range }) => {
  const alone = 1 / 0.8 / 5;
  expect(least).toBeGreaterThan(alone);
  expect(shareOfLimit(await walk({ ...range, roundTrip: 800 }), range.pages)).toBeGreaterThan(least);
});

test.each(
  (['steep', 'steepAtTheEnd', 'spikes'] as const).flatMap((shape) =>
    [31, 300].flatMap((days) => [60, 300].map((pages) => ({ shape, days, pages }))),
  ),
)('however uneven a list is, its walk ends, with a bounded number of requests (%j)', async (range) => {
  const { requests } = await walk({ ...range, roundTrip: 800 });
  expect(requests.length).toBeLessThan(4 * range.pages + 200);
});

test('what stands on one instant cannot be cut, and costs little more than along its cursors', async () => {
  const walked = await walk({ shape: 'oneInstant', days: 31, pages: 150, roundTrip: 800 });
  expect(walked.requests.length).toBeLessThan(150 + 20);
});

describe('who leaves early', () => {
  test.each([50, 200])('pays for at most one page too many at %d ms', async (roundTrip) => {
    for (let leaveAfter = 1; leaveAfter <= 20; leaveAfter += 1) {
      const { requests } = await walk({ shape: 'even', days: 31, pages: 150, roundTrip, leaveAfter });
      expect(requests.length).toBeLessThanOrEqual(leaveAfter === 1 ? 1 : leaveAfter + 1);
    }
  });

  test('after one page pays for one at any speed', async () => {
    const { requests } = await walk({
      shape: 'even',
      days: 300,
      pages: 1_000,
      roundTrip: 800,
      leaveAfter: 1,
    });
    expect(requests).toHaveLength(1);
  });
});

test.each([1, 2, 3, 5, 8])('a short list of %d pages is not cut', async (pages) => {
  const { requests } = await walk({ shape: 'openingHours', days: 31, pages, roundTrip: 800 });
  expect(requests).toHaveLength(pages);
});

test('no more than 80 pages wait for a slow consumer', async () => {
  for (const roundTrip of [200, 400, 800, 3_000]) {
    const range = { shape: 'even', days: 300, pages: 400, roundTrip, consumer: 20_000 } as const;
    expect((await walk(range)).mostHeld).toBeLessThanOrEqual(85);
  }
});
