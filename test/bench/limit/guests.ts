import type { Bench, Cell, Measured } from '../bench.js';
import type { ClientName } from '../clients/names.js';
import { countBetween, percentile, shareOf, sum } from '../rates.js';
import { readEach } from '../readings.js';
import type { Reading, Row } from '../row.js';
import { contenders } from './contenders.js';

/** Milliseconds after which the first guest orders. The backfill saturates the key by then. */
const from = 10_000;

export const guests: Row = {
  name: 'guests',
  figure:
    'An interactive call every 500 ms while a backfill with 250 queued calls saturates the key, round trip 10 to 200 ms',
  bar: 'waits p50 at most 20 ms, p99 at most 300 ms',
  measure: async (bench) => readEach(await bench.measure(cellsFor(bench)), readWaits),
};

function cellsFor({ quick }: Bench): Cell[] {
  const repetitions = quick ? 2 : 3;
  return contenders({ quick }).flatMap((client) => cells(client, client === 'ours' ? repetitions : 1, quick));
}

function cells(client: ClientName, repetitions: number, quick: boolean): Cell[] {
  const roundTrips = [10, 50, 100, 200].flatMap((roundTrip) => Array<number>(repetitions).fill(roundTrip));
  return roundTrips.map((roundTrip, index) => ({
    client,
    key: { network: { roundTrip, jitter: 0.25 }, skew: index * 137 },
    work: { kind: 'guests', duration: quick ? 26_000 : 60_000, backfill: 250, from, every: 500 - index },
  }));
}

function readWaits(runs: readonly Measured[]): Omit<Reading, 'client'> {
  const waits = runs.flatMap(waitsIn);
  const p50 = percentile(waits, 0.5);
  const p99 = percentile(waits, 0.99);
  const used = sum(runs.map((run) => countBetween(run, from, run.outcome.ended - run.outcome.began)));
  return {
    text: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)} (of ${waits.length}; ${shareOf(used).toFixed(3)} of the limit used)`,
    met: p50 <= 20 && p99 <= 300,
  };
}

/** From the call until the accepted attempt was sent. Calls that still wait at the end count as waiting until then. */
function waitsIn({ outcome, log }: Measured): number[] {
  const sent = new Map(log.filter(({ accepted }) => accepted).map((entry) => [entry.name, entry.sent]));
  return outcome.calls.map(({ id, begun }) => Math.min(sent.get(id) ?? outcome.ended, outcome.ended) - begun);
}

function milliseconds(duration: number): string {
  return `${duration < 10 ? duration.toFixed(1) : duration.toFixed(0)} ms`;
}
