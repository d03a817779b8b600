import type { Bench, Measured } from '../bench.js';
import type { ClientName } from '../clients/names.js';
import { readEach } from '../readings.js';
import type { Reading, Row } from '../row.js';
import { pageSize } from '../service/orders.js';
import { type List, walkCell } from './walk.js';

const roundTrips = [50, 200, 400, 800];
/** Less than a day of it fits a page, and all of it one request's range. */
const list: List = { pages: 150, days: 30 };

export const quickConsumer: Row = row({
  name: 'walk',
  figure: '150 pages, round trip 50 / 200 / 400 / 800 ms, a consumer that needs no time',
  bars: [0.98, 0.93, 0.88, 0.8],
  pause: 0,
});

export const workingConsumer: Row = row({
  name: 'walk-working',
  figure: 'The same, with a consumer that works 100 ms on each page',
  bars: [0.98, 0.91, 0.85, 0.77],
  pause: 100,
});

export const openingHours: Row = row({
  name: 'walk-opening-hours',
  figure: 'The same without that work, where orders come in opening hours only, with two rushes a day',
  spread: 'opening-hours',
  pause: 0,
});

interface SpeedRow {
  readonly name: string;
  readonly figure: string;
  /** For each round trip; none where the figure is only shown. */
  readonly bars?: readonly number[];
  readonly pause: number;
  readonly spread?: 'opening-hours';
}

function row({ name, figure, bars, pause, spread }: SpeedRow): Row {
  return {
    name,
    figure,
    bar: bars
      ? `at least ${bars.map((bar) => bar.toFixed(2)).join(' / ')} of 5 pages/s, each order once`
      : 'each order once',
    async measure(bench) {
      const measured = await bench.measure(cellsFor(bench, pause, spread ? { ...list, spread } : list));
      return readEach(measured, (runs) => readSpeeds(runs, bars ?? []));
    },
  };
}

function cellsFor({ quick }: Bench, pause: number, walked: List) {
  const clients: readonly ClientName[] = ['ours', 'p-throttle-and-retry'];
  return clients.flatMap((client) =>
    roundTrips.map((roundTrip, index) => {
      const key = { network: { roundTrip, jitter: 0.2 }, skew: index * 237 };
      // A sequential walk is as quick in its first half as in its second.
      const giveUpAfter = client === 'ours' ? 120_000 : quick ? 25_000 : 60_000;
      return walkCell(client, walked, key, { pause, giveUpAfter });
    }),
  );
}

function readSpeeds(runs: readonly Measured[], bars: readonly number[]): Omit<Reading, 'client'> {
  const speeds = runs.map(speedOf);
  const lost = runs.reduce((all, { outcome }) => all + outcome.lost, 0);
  const doubled = runs.reduce((all, { outcome }) => all + outcome.doubled, 0);
  const faults = lost + doubled > 0 ? `, ${lost} lost, ${doubled} doubled` : '';
  return {
    text: `${speeds.map((speed) => speed.toFixed(2)).join(' / ')}${faults}`,
    met: faults === '' && speeds.every((speed, index) => speed >= (bars[index] ?? 0)),
  };
}

/** Only what a plain walk would have brought counts, in full pages: requests that bring nothing new make nobody quicker. */
export function speedOf({ outcome }: Measured): number {
  const seconds = (outcome.ended - outcome.began) / 1_000;
  return outcome.orders / pageSize / seconds / 5;
}
