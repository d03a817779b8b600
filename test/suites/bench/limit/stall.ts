import type { Measured } from '../bench.js';
import { percentile } from '../rates.js';
import { readEach } from '../readings.js';
import type { Row } from '../row.js';
import { contenders } from './contenders.js';
import { saturatedCells } from './saturated-cells.js';

/** How long after a stall a 429 counts as its result. Milliseconds. */
const aftermath = 3_000;

export const stall: Row = {
  name: 'stall',
  figure: 'The event loop stalls for 1.5 s, round trip 20 to 400 ms: 429 responses in the 3 s after it',
  bar: 'at most 1 × 429 for each key',
  async measure(bench) {
    const stalls = bench.quick ? [10_000, 16_000] : [10_000, 16_300, 22_700, 29_100];
    const disturbances = stalls.map((after) => ({ kind: 'stall', after, lasting: 1_500 }) as const);
    const duration = (stalls.at(-1) ?? 0) + 6_000;
    const measured = await bench.measure(
      contenders(bench).flatMap((client) => saturatedCells(client, duration)),
      disturbances,
    );
    return readEach(measured, (runs) => {
      const rejections = runs.flatMap(rejectionsAfterStalls);
      const most = percentile(rejections, 1);
      const all = rejections.reduce((one, other) => one + other, 0);
      return { text: `at most ${most}, ${all} in ${rejections.length} stalls`, met: most <= 1 };
    });
  },
};

function rejectionsAfterStalls({ disturbed, log, endpoint }: Measured): number[] {
  return disturbed.map((over) => {
    const begin = over + endpoint.clockOffset;
    return log.filter(({ accepted, counted }) => !accepted && counted >= begin && counted < begin + aftermath)
      .length;
  });
}
