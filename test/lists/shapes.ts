import { expect } from 'vitest';
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

export interface Case {
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
export async function walk({
  shape,
  days,
  pages,
  order = 'unknown',
  dated = true,
  ...plan
}: Case): Promise<Walked> {
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
  if (plan.leaveAfter === undefined) {
    const ids = walked.items.map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
  }
  return walked;
}

export function shareOfLimit({ took }: Walked, pages: number): number {
  return pages / (took / 1_000) / 5;
}
