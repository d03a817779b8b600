import { describe, expect, test } from 'vitest';
import type { DateRange } from '../../src/operations/operation.js';
import { day } from './arbitraries.js';
import { simulate, type Walked } from './simulation.js';

const start = Date.parse('2026-01-01T00:00:00Z');
const perPage = 25;
const rush = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 14, 10, 4, 2, 2, 5, 13, 17, 14, 8, 4, 1];

/** Where an entry stands in the range, in days, from its place in the row (0 to 1). */
type Shape = (place: number, days: number) => number;

const shapes = {
  even: (place, days) => place * days,
  openingHours: (place, days) => inOpeningHours(place * days),
  emptyWeeks: (place, days) => place * days * 0.5 + Math.floor((place * days) / 14) * 7,
  busyDay: (place, days) => Math.floor(days / 2) + place,
  steep: (place, days) => days * place ** 6,
  steepAtTheEnd: (place, days) => days * (1 - (1 - place) ** 6),
  spikes: (place, days) => (Math.floor(place * 20) / 20) * days + ((place * 20) % 1) * 0.01,
  oneInstant: (_place, days) => Math.floor(days / 2),
} satisfies Record<string, Shape>;

/** Moves an instant of a day to where the same share of the day's orders has passed. */
function inOpeningHours(instant: number): number {
  const midnight = Math.floor(instant);
  let rest = (instant - midnight) * 100;
  const hour = rush.findIndex((share) => {
    if (rest < share) return true;
    rest -= share;
    return false;
  });
  return midnight + (hour + rest / (rush[hour] ?? 1)) / 24;
}

interface Case {
  readonly shape: keyof typeof shapes;
  readonly days: number;
  readonly pages: number;
  readonly roundTrip: number;
  readonly consumer?: number;
  readonly order?: DateRange['order'];
  readonly leaveAfter?: number;
  readonly dated?: boolean;
}

/** Walks a list at 5 requests a second. The pages are those that a walk along cursors would need. */
async function walk({ shape, days, pages, order = 'unknown', dated = true, ...plan }: Case): Promise<Walked> {
  const count = pages * perPage;
  const rows = Array.from({ length: count }, (_, index) => {
    const at = Math.floor(start + shapes[shape]((index + 0.5) / count, days) * day);
    return { at, entry: { id: `o-${index}`, created: dated ? new Date(at).toISOString() : '' } };
  });
  const walked = await simulate({
    line: { requestsPerSecond: 5, roundTrip: plan.roundTrip, jitter: 0.05, seed: 7 },
    range: order === 'unknown' ? { maxDays: 31, order } : { maxDays: 31, order, field: 'created' },
    span: { from: start, to: start + days * day },
    rows,
    pageSizes: [perPage],
    ...plan,
  });
  if (plan.leaveAfter === undefined) expect(new Set(walked.items.map(({ id }) => id)).size).toBe(count);
  return walked;
}

function shareOfLimit({ took }: Walked, pages: number): number {
  return pages / (took / 1_000) / 5;
}

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

test('few requests wait for their turn', async () => {
  const { mostQueued } = await walk({ shape: 'even', days: 300, pages: 1_000, roundTrip: 800 });
  expect(mostQueued).toBeLessThanOrEqual(8);
});
