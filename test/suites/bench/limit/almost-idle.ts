import type { Bench, Cell, Measured } from '../bench.js';
import { percentile, rejectedIn } from '../rates.js';
import { readEach } from '../readings.js';
import type { Reading, Row } from '../row.js';
import { contenders } from './contenders.js';
import { waitsIn } from './worlds.js';

const target = 60;

export const almostIdle: Row = {
  name: 'almost-idle',
  figure:
    'An almost idle key: 0.4 interactive calls per second and nothing else, round trip 20 to 200 ms ± 25 %',
  bar: `waits p99 at most ${target} ms, 0 × 429`,
  async measure(bench) {
    return readEach(await bench.measure(cellsOf(bench)), readWaits);
  },
};

/** After 12 calls, a client can know the windows. */
function cellsOf(bench: Bench): Cell[] {
  return contenders(bench).flatMap((client) =>
    [20, 60, 100, 150, 200].map((roundTrip, index) => ({
      client,
      key: { network: { roundTrip, jitter: 0.25 }, skew: 137 + index * 471 },
      work: {
        kind: 'guests',
        duration: bench.quick ? 60_000 : 120_000,
        backfill: 0,
        from: 0,
        every: 2_500 - index,
      },
    })),
  );
}

function readWaits(runs: readonly Measured[]): Omit<Reading, 'client'> {
  const waits = runs.flatMap(waitsIn);
  const p99 = percentile(waits, 0.99);
  const rejected = runs.reduce((count, run) => count + rejectedIn(run), 0);
  return {
    text: `p50 ${percentile(waits, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (of ${waits.length}), ${rejected} × 429`,
    met: p99 <= target && rejected === 0,
  };
}
