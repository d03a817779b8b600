import type { Measured } from '../bench.js';
import { readEach } from '../readings.js';
import type { Reading, Row } from '../row.js';
import { pageSize } from '../service/orders.js';
import { listCell } from './list-cell.js';

const megabyte = 1_000_000;

export const millionRecords: Row = {
  name: 'million',
  figure: 'A million orders, without a limit or a network: heap growth',
  bar: 'under 20 MB, each order once',
  isHeavy: true,
  async measure(bench) {
    const pages = (bench.quick ? 100_000 : 1_000_000) / pageSize;
    const cell = listCell(
      'ours-unlimited',
      { pages, days: 3_650 },
      { limit: Number.POSITIVE_INFINITY, network: { roundTrip: 0, jitter: 0 }, headers: 'missing' },
      { heapEvery: pages / 20 },
    );
    const readings = readEach(await bench.measure([cell]), readGrowth);
    return readings.map((reading) => ({ ...reading, client: 'ours' }));
  },
};

/** Compared with the first measurement, when all code is loaded and compiled. */
function readGrowth(runs: readonly Measured[]): Omit<Reading, 'client'> {
  const growths = runs.map(({ outcome }) => Math.max(...outcome.heap) - (outcome.heap[0] ?? 0));
  const growth = Math.max(...growths) / megabyte;
  const orders = runs.reduce((all, { outcome }) => all + outcome.orders, 0);
  const faults = runs.reduce((all, { outcome }) => all + outcome.lost + outcome.doubled, 0);
  const seconds = runs.map(({ outcome }) => ((outcome.ended - outcome.began) / 1_000).toFixed(0));
  return {
    text: `${growth.toFixed(1)} MB over ${orders} orders in ${seconds} s${faults > 0 ? `, ${faults} lost or duplicated` : ''}`,
    met: growth < 20 && faults === 0,
  };
}
