import type { Measured } from '../bench.js';
import type { ClientName } from '../clients/names.js';
import { percentile } from '../rates.js';
import { readEach } from '../readings.js';
import type { Reading, Row } from '../row.js';
import { listCell } from './list-cell.js';

const stops = [1, 3, 10, 30];
/** Requests that may be wasted at each round trip. */
const bounds = [
  { roundTrip: 50, bound: 1 },
  { roundTrip: 200, bound: 1 },
  { roundTrip: 800, bound: 40 },
];

export const stopEarly: Row = {
  name: 'stop-early',
  figure: 'The consumer stops after 1 / 3 / 10 / 30 pages, round trip 50, 200 and 800 ms: unneeded requests',
  bar: 'at most 1 at 50 and 200 ms, and 40 at 800 ms',
  async measure(bench) {
    const clients: readonly ClientName[] = ['ours', 'p-throttle-and-retry'];
    const measured = await bench.measure(
      clients.flatMap((client) =>
        bounds.flatMap(({ roundTrip }) =>
          // A fast consumer, and one that is slow enough for prefetching to get ahead.
          [0, 300].flatMap((pause) =>
            stops.map((stopAfter) =>
              listCell(
                client,
                { pages: 600, days: 120 },
                { network: { roundTrip, jitter: 0.2 } },
                { stopAfter, pause },
              ),
            ),
          ),
        ),
      ),
    );
    return readEach(measured, readWaste);
  },
};

function readWaste(runs: readonly Measured[]): Omit<Reading, 'client'> {
  const wasted = bounds.map(({ roundTrip, bound }) => {
    const worst = stops.map((stop) => {
      const own = runs.filter(
        ({ key, work }) =>
          key.network?.roundTrip === roundTrip && work.kind === 'list' && work.stopAfter === stop,
      );
      return percentile(own.map(requestsTooMany), 1);
    });
    return { text: worst.join(' / '), met: worst.every((count) => count <= bound) };
  });
  return { text: wasted.map(({ text }) => text).join('; '), met: wasted.every(({ met }) => met) };
}

function requestsTooMany({ log, outcome }: Measured): number {
  return log.filter(({ accepted }) => accepted).length - outcome.pages.length;
}
