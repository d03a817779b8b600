import { countBetween, rateText, shareOf, sum } from '../rates.js';
import { readEach } from '../readings.js';
import type { Row } from '../row.js';
import { contenders } from './contenders.js';
import { saturatedCells } from './saturated-cells.js';

/** When a client must have synchronized, and when its clock is set. Milliseconds. */
const settled = 6_000;
const jump = 16_000;

export const clockJumpsAhead: Row = row('clock-ahead', 'ahead by 3 s', 3_000);
export const clockJumpsBack: Row = row('clock-back', 'back by an hour', -3_600_000);

function row(name: string, figure: string, by: number): Row {
  return {
    name,
    isVariation: by > 0,
    figure: `The wall clock jumps ${figure}: the rate before and after`,
    bar: 'no change: the same rate within 0.01, at most 1 × 429 more for each key',
    async measure(bench) {
      const duration = bench.quick ? 26_000 : 40_000;
      const disturbances = [{ kind: 'wall-clock', after: jump, by } as const];
      const measured = await bench.measure(
        contenders(bench).flatMap((client) => saturatedCells(client, duration)),
        disturbances,
      );
      return readEach(measured, (runs) => {
        const before = sum(runs.map((run) => countBetween(run, settled, jump)));
        const after = sum(runs.map((run) => countBetween(run, jump, duration)));
        const isSameRate = shareOf(after) >= shareOf(before) - 0.01;
        return {
          text: `${rateText(before)}; then ${rateText(after)}`,
          met: isSameRate && after.rejected <= before.rejected + runs.length,
        };
      });
    },
  };
}
