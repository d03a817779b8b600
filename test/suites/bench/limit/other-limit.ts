import { countBetween, rateText, shareOf, sum } from '../rates.js';
import { readEach } from '../readings.js';
import type { Row } from '../row.js';
import { contenders } from './contenders.js';
import { saturatedCells } from './saturated-cells.js';

/** When the service's limit changes, and how long a client may take to adapt. Milliseconds. */
const change = 10_000;
const noticing = 2_000;

export const lowerLimit: Row = row(3);
export const higherLimit: Row = row(10);

function row(limit: number): Row {
  return {
    name: `limit-${limit}`,
    isVariation: limit > 5,
    figure: `The API changes the limit to ${limit} during the run; from 2 s after the change`,
    bar: `at least 0.95 of ${limit} requests/s`,
    async measure(bench) {
      const duration = bench.quick ? 24_000 : 42_000;
      const measured = await bench.measure(
        contenders(bench).flatMap((client) =>
          saturatedCells(client, duration, { changes: [{ after: change, limit }] }),
        ),
      );
      return readEach(measured, (runs) => {
        const pooled = sum(runs.map((run) => countBetween(run, change + noticing, duration)));
        return { text: rateText(pooled, limit), met: shareOf(pooled, limit) >= 0.95 };
      });
    },
  };
}
