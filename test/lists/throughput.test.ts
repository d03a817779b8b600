import { describe, expect, test } from 'vitest';
import { type Case, shareOfLimit, walk } from './shapes.js';

describe.each([
  { roundTrip: 50, consumer: 0, least: 0.98 },
  { roundTrip: 50, consumer: 100, least: 0.98 },
  { roundTrip: 200, consumer: 0, least: 0.93 },
  { roundTrip: 200, consumer: 100, least: 0.91 },
  { roundTrip: 400, consumer: 0, least: 0.88 },
  { roundTrip: 400, consumer: 100, least: 0.85 },
  { roundTrip: 800, consumer: 0, least: 0.8 },
  { roundTrip: 800, consumer: 100, least: 0.77 },
])('answers that take $roundTrip ms, and a consumer that takes $consumer ms a page', ({ least, ...line }) => {
  test.each<{ days: number; pages: number; needed?: number; shape: Case['shape'] }>([
    { days: 31, pages: 150, shape: 'even' },
    { days: 31, pages: 300, shape: 'even' },
    // A window's last page is half full.
    { days: 300, pages: 150, needed: 155, shape: 'even' },
    { days: 31, pages: 150, shape: 'openingHours' },
    { days: 31, pages: 300, shape: 'openingHours' },
    { days: 300, pages: 1_000, shape: 'openingHours' },
  ])('walk $pages pages of $days days ($shape) near the limit', async ({ needed, ...range }) => {
    expect(shareOfLimit(await walk({ ...range, ...line }), needed ?? range.pages)).toBeGreaterThanOrEqual(
      least,
    );
  });
});

test('few requests wait for their turn', async () => {
  const { mostQueued } = await walk({ shape: 'even', days: 300, pages: 1_000, roundTrip: 800 });
  expect(mostQueued).toBeLessThanOrEqual(8);
});
