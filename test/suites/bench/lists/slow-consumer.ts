import type { Measured } from '../bench.js';
import { readEach } from '../readings.js';
import type { Reading, Row } from '../row.js';
import { pageSize } from '../service/orders.js';
import { listCell } from './list-cell.js';

/** 80 in the buffer, and 5 in flight. */
const bound = 85;

export const slowConsumer: Row = {
  name: 'slow-consumer',
  isVariation: true,
  figure:
    'A consumer that takes 30 pages at once and then one every 3 s, of 300 and of 3,000 pages: buffered pages',
  bar: `at most ${bound}, whatever the range`,
  async measure(bench) {
    const cells = [50, 200, 800].flatMap((roundTrip) =>
      [300, 3_000].map((pages) =>
        listCell(
          'ours',
          { pages, days: pages / 5 },
          { network: { roundTrip, jitter: 0.2 } },
          { quickPages: 30, pause: 3_000, giveUpAfter: bench.quick ? 40_000 : 60_000 },
        ),
      ),
    );
    return readEach(await bench.measure(cells), readAhead);
  },
};

function readAhead(runs: readonly Measured[]): Omit<Reading, 'client'> {
  const most = runs.map(mostAhead);
  return { text: `at most ${most.join(', ')}`, met: most.every((pages) => pages <= bound) };
}

/** The maximum number of orders that were received and not yet taken, in full pages. */
function mostAhead({ log, outcome }: Measured): number {
  const responded = log
    .filter((entry) => Number.isFinite(entry.responded))
    .map(({ responded: at, orders }) => ({ at, step: orders }));
  const taken = outcome.pages.map((at, index) => ({ at, step: -(outcome.sizes[index] ?? 0) }));
  let ahead = 0;
  let most = 0;
  for (const { step } of [...responded, ...taken].sort((one, other) => one.at - other.at)) {
    ahead += step;
    most = Math.max(most, ahead);
  }
  return Math.ceil(most / pageSize);
}
