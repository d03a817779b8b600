import type { Measured } from '../bench.js';
import type { ClientName } from '../clients/names.js';
import { percentile } from '../rates.js';
import { readEach } from '../readings.js';
import type { Reading, Row } from '../row.js';
import { walkCell } from './walk.js';

const stops = [1, 3, 10, 30];

export const stopEarly: Row = {
  name: 'stop-early',
  figure: 'The consumer has enough after 1 / 3 / 10 / 30 pages, round trip 50 and 200 ms: requests too many',
  bar: 'at most 1',
  async measure(bench) {
    const clients: readonly ClientName[] = ['ours', 'p-throttle-and-retry'];
    const measured = await bench.measure(
      clients.flatMap((client) =>
        [50, 200].flatMap((roundTrip) =>
          // A quick consumer, and one that gives prefetching time to get ahead.
          [0, 300].flatMap((pause) =>
            stops.map((stopAfter) =>
              walkCell(
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
  const worst = stops.map((stop) => {
    const own = runs.filter(({ work }) => work.kind === 'walk' && work.stopAfter === stop);
    return percentile(own.map(requestsTooMany), 1);
  });
  return { text: worst.join(' / '), met: worst.every((count) => count <= 1) };
}

function requestsTooMany({ log, outcome }: Measured): number {
  return log.filter(({ accepted }) => accepted).length - outcome.pages.length;
}
