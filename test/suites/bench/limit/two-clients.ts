import { countBetween, rateText, rejectedPerThousand, sum } from '../rates.js';
import { readEach } from '../readings.js';
import type { Row } from '../row.js';
import { contenders } from './contenders.js';
import { saturatedCells } from './saturated-cells.js';

export const twoClients: Row = {
  name: 'two-clients',
  figure: 'Two saturated clients with the same token in one process; after the first 10 s',
  bar: 'as one client with round trips of 20 to 400 ms: at most 2 in 1,000 get 429',
  async measure(bench) {
    const duration = bench.quick ? 20_000 : 40_000;
    const measured = await bench.measure(
      contenders(bench).flatMap((client) => saturatedCells(client, duration, {}, 2)),
    );
    return readEach(measured, (runs) => {
      const pooled = sum(runs.map((run) => countBetween(run, 10_000, duration)));
      return { text: rateText(pooled), met: rejectedPerThousand(pooled) <= 2 };
    });
  },
};
