import { countBetween, rateText, shareOf, sum } from '../rates.js';
import { readEach } from '../readings.js';
import type { Row } from '../row.js';
import { contenders } from './contenders.js';
import { saturatedCells } from './saturated-cells.js';

export const headersNonsense: Row = {
  name: 'headers-nonsense',
  figure: 'Rate limit headers invalid; after the first 10 s',
  bar: 'at least 0.90 of 5 requests/s',
  async measure(bench) {
    const duration = bench.quick ? 22_000 : 40_000;
    const measured = await bench.measure(
      contenders(bench).flatMap((client) => saturatedCells(client, duration, { headers: 'nonsense' })),
    );
    return readEach(measured, (runs) => {
      const counts = runs.map((run) => countBetween(run, 10_000, duration));
      const pooled = sum(counts);
      const least = Math.min(...counts.map((count) => shareOf(count)));
      return { text: `${rateText(pooled)} (worst key ${least.toFixed(3)})`, met: shareOf(pooled) >= 0.9 };
    });
  },
};
