import { describe, expect, test } from 'vitest';
import { listOrders } from '../../../src/operations/index.js';
import { day, paginatorOf, serviceOf } from './service.js';
import { VirtualClock } from './virtual-clock.js';

const start = Date.parse('2026-01-01T00:00:00Z');
const perPage = 25;
const requestsPerSecond = 5;
/** Share of a day's orders in each hour. */
const openingHours = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 14, 10, 4, 2, 2, 5, 13, 17, 14, 8, 4, 1];

/** The position of a record in the range, in days, from its share of all records. */
const spreads = {
  even: (share: number, days: number) => share * days,
  openingHours: (share: number, days: number) => inOpeningHours(share * days),
  oneDay: (share: number, days: number) => Math.floor(days / 2) + share,
  closedAtFirst: (share: number, days: number) => 1.01 + share * (days - 1.01),
  growing: (share: number, days: number) => days * share ** (1 / 6),
};

function inOpeningHours(instant: number): number {
  const midnight = Math.floor(instant);
  let rest = (instant - midnight) * 100;
  const hour = openingHours.findIndex((share) => {
    if (rest < share) return true;
    rest -= share;
    return false;
  });
  return midnight + (hour + rest / (openingHours[hour] ?? 1)) / 24;
}

interface Plan {
  readonly roundTrip: number;
  /** Milliseconds that the consumer takes for a page. */
  readonly consumer?: number;
  readonly spread?: keyof typeof spreads;
  readonly days?: number;
  readonly pages?: number;
  /** Pages after which the consumer leaves. */
  readonly stopAfter?: number;
}

/** Reads a list on a virtual clock, through a limiter that allows a request every 200 ms. */
async function read(plan: Plan) {
  const { roundTrip, consumer = 0, spread = 'openingHours', days = 30, pages = 150 } = plan;
  const count = pages * perPage;
  const rows = Array.from({ length: count }, (_, index) => {
    const at = Math.floor(start + spreads[spread]((index + 0.5) / count, days) * day);
    return { at, entry: { id: `o-${index}` } };
  });
  const service = serviceOf(rows, { order: 'oldest-first', bounds: 'both', pageSizes: [perPage] });
  const clock = new VirtualClock();
  let [nextTurn, fetched, taken, maxBuffered, fastest] = [0, 0, 0, 0, Number.POSITIVE_INFINITY];
  const list = paginatorOf<{ id: string }>({
    operation: { ...listOrders, range: { maxDays: 31, order: 'unknown' } },
    query: { from: new Date(start).toISOString(), to: new Date(start + days * day).toISOString() },
    requestsPerSecond: () => requestsPerSecond,
    responseTime: () => (fetched < 2 ? undefined : fastest),
    async fetchPage(...request) {
      nextTurn = Math.max(nextTurn + 1_000 / requestsPerSecond, clock.now);
      await clock.sleep(nextTurn - clock.now);
      const duration = fetched === 0 ? 2 * roundTrip : roundTrip;
      await clock.sleep(duration);
      fetched += 1;
      fastest = Math.min(fastest, duration);
      maxBuffered = Math.max(maxBuffered, fetched - taken);
      return service.fetchPage(...request);
    },
  });
  const iterate = async () => {
    const ids: string[] = [];
    for await (const { items } of list.pages()) {
      ids.push(...items.map(({ id }) => id));
      taken += 1;
      if (taken === plan.stopAfter) break;
      if (consumer > 0) await clock.sleep(consumer);
    }
    return ids;
  };
  const ids = await clock.run(iterate());
  if (plan.stopAfter === undefined) expect(ids).toEqual(rows.map(({ entry }) => entry.id));
  const share = pages / (clock.now / 1_000) / requestsPerSecond;
  return { share, requests: service.requests.length, maxBuffered };
}

describe.each([
  { roundTrip: 50, consumer: 0, minimum: 0.98 },
  { roundTrip: 50, consumer: 100, minimum: 0.98 },
  { roundTrip: 200, consumer: 0, minimum: 0.93 },
  { roundTrip: 200, consumer: 100, minimum: 0.92 },
  { roundTrip: 400, consumer: 0, minimum: 0.85 },
  { roundTrip: 400, consumer: 100, minimum: 0.78 },
  { roundTrip: 800, consumer: 0, minimum: 0.75 },
  { roundTrip: 800, consumer: 100, minimum: 0.7 },
])('with responses of $roundTrip ms, and $consumer ms of work per page', ({ minimum, ...line }) => {
  test.each<Pick<Plan, 'days' | 'pages' | 'spread'>>([
    { days: 30, pages: 150, spread: 'openingHours' },
    { days: 31, pages: 300, spread: 'even' },
    { days: 100, pages: 350, spread: 'openingHours' },
  ])('$pages pages of $days days ($spread) use the limit', async (range) => {
    expect((await read({ ...range, ...line })).share).toBeGreaterThanOrEqual(minimum);
  });
});

test.each(['oneDay', 'growing'] as const)(
  'uneven lists cost few additional requests (%s)',
  async (spread) => {
    expect((await read({ spread, roundTrip: 800 })).requests).toBeLessThan(150 * 1.1);
  },
);

test('a first day without records does not make the next slices too long', async () => {
  expect((await read({ spread: 'closedAtFirst', roundTrip: 800 })).share).toBeGreaterThan(0.6);
});

describe('a consumer that stops early', () => {
  test.each([
    { roundTrip: 50, maximum: 1 },
    { roundTrip: 200, maximum: 1 },
    { roundTrip: 800, maximum: 40 },
  ])('wastes at most $maximum requests at $roundTrip ms', async ({ roundTrip, maximum }) => {
    for (const stopAfter of [1, 2, 3, 5, 10, 20, 30]) {
      for (const consumer of [0, 300]) {
        const { requests } = await read({ roundTrip, stopAfter, consumer });
        expect(requests - stopAfter).toBeLessThanOrEqual(stopAfter === 1 ? 0 : maximum);
      }
    }
  });
});

test.each([50, 400, 800, 3_000])(
  'at most 80 pages are buffered, plus 5 in flight (%d ms)',
  async (roundTrip) => {
    const { maxBuffered } = await read({ roundTrip, days: 300, pages: 400, consumer: 20_000 });
    expect(maxBuffered).toBeLessThanOrEqual(85);
  },
);
