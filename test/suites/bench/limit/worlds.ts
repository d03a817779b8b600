import type { Bench, Cell, Measured } from '../bench.js';
import type { ClientName } from '../clients/names.js';
import { countBetween, percentile, rejectedPerThousand, shareOf, sum } from '../rates.js';
import { readEach } from '../readings.js';
import type { Reading, Row } from '../row.js';
import type { KeyPlan } from '../service/key-plan.js';
import { contenders } from './contenders.js';

/** Milliseconds until a client must have synchronized, and until the world changes. */
const settling = 10_000;
const change = 16_000;

interface Target {
  readonly share: number;
  /** Of 1,000 requests. */
  readonly rejected: number;
  /** The 99th percentile of the waits of interactive calls, in milliseconds. */
  readonly wait: number;
}

const near: Target = { share: 0.99, rejected: 1, wait: 300 };
const far: Target = { share: 0.98, rejected: 2, wait: 450 };
const slow: Target = { share: 0.95, rejected: 5, wait: 450 };
/** Work that varies says nothing about the travel. */
const varying: Target = { ...slow, wait: 260 };

/** A row for each world, in which a backfill with 250 queued calls saturates each key, with an interactive call every 500 ms. */
export const worlds: readonly Row[] = [
  row('near', 'round trip 10 to 200 ms ± 25 %', near, [10, 50, 100, 200].map(overRoundTrip)),
  row('far', 'round trip 400 ms ± 25 to 50 %', far, [
    { network: { roundTrip: 400, jitter: 0.25 } },
    { network: { roundTrip: 400, jitter: 0.5 } },
  ]),
  ...[100, 500, 1_000, 3_000, 5_000, 12_000].map((time) =>
    row(`work-${time}`, `the API works for ${time} ms`, slow, twice({ work: { min: time, max: time } })),
  ),
  row('work-rises', 'its work rises from 70 to 570 ms', varying, working(70, 570)),
  row('work-rises-to-seconds', 'its work rises from 50 ms to 5 s', varying, working(50, 5_000)),
  row('work-falls', 'its work falls from 3 s to 100 ms', varying, working(3_000, 100)),
  row('work-random', 'random work of 20 to 980 ms', varying, twice({ work: { min: 20, max: 980 } })),
  row('work-random-long', 'random work of 0.1 to 12 s', varying, twice({ work: { min: 100, max: 12_000 } })),
  row('work-rare', '2 in 100 requests take 8 s', varying, twice({ work: { min: 50, max: 50, rare: 8_000 } })),
  row('travel-rises', 'travel rises from 20 to 150 ms each way', slow, traveling(40, 300)),
  // The first requests that arrive early show that travel is faster, and one of them may get a 429.
  row(
    'travel-falls',
    'travel falls from 150 to 20 ms each way',
    { ...slow, rejected: 10, wait: 1_500 },
    traveling(300, 40),
  ),
  // A call that gets a 429 waits for a second, and these can be one in a hundred.
  row(
    'travel-changes',
    'travel changes all the time from 20 to 200 ms each way',
    { ...slow, rejected: 6, wait: 1_500 },
    changingTravel(),
  ),
  row('headers-often-missing', 'headers missing in a fifth of the responses', { ...far, rejected: 1 }, [
    ...[20, 200].map((roundTrip) => ({ ...overRoundTrip(roundTrip), headers: 'often-missing' as const })),
  ]),
  row('headers-missing', 'no headers, round trip 20 to 200 ms', { share: 0.9, rejected: 1, wait: 450 }, [
    ...[20, 100, 200].map((roundTrip) => ({ ...overRoundTrip(roundTrip), headers: 'missing' as const })),
  ]),
  row(
    'headers-nonsense',
    'invalid headers, round trip 20 to 200 ms',
    { share: 0.9, rejected: 1, wait: 450 },
    [...[20, 100, 200].map((roundTrip) => ({ ...overRoundTrip(roundTrip), headers: 'nonsense' as const }))],
  ),
  row('others', 'other programs use 2 of 5', slow, twice({ others: 2 })),
];

function overRoundTrip(roundTrip: number): Partial<KeyPlan> {
  return { network: { roundTrip, jitter: 0.25 } };
}

/** Two keys, of which one begins with another phase of the window. */
function twice(key: Partial<KeyPlan>): Partial<KeyPlan>[] {
  return [key, key].map((one) => ({ ...overRoundTrip(60), ...one }));
}

function working(before: number, after: number): Partial<KeyPlan>[] {
  return twice({
    work: { min: before, max: before },
    changes: [{ after: change, work: { min: after, max: after } }],
  });
}

function traveling(before: number, after: number): Partial<KeyPlan>[] {
  return twice({ ...overRoundTrip(before), changes: [{ after: change, ...overRoundTrip(after) }] });
}

/** Travel that rises and falls every 19 s, in steps of half a second, as in the unit tests. */
function changingTravel(): Partial<KeyPlan>[] {
  const changes = Array.from({ length: 100 }, (_, step) => ({
    after: step * 500,
    network: { roundTrip: 220 + 180 * Math.sin(step / 6), jitter: 0.2 },
  }));
  return twice({ changes });
}

function row(name: string, figure: string, target: Target, keys: readonly Partial<KeyPlan>[]): Row {
  const { share, rejected, wait } = target;
  return {
    name,
    isVariation: name !== 'near' && name !== 'far',
    figure: `An interactive call every 500 ms beside a backfill, ${figure}`,
    bar: `at least ${share} of the limit, at most ${rejected} in 1,000 get 429, waits p99 at most ${wait} ms`,
    async measure(bench) {
      const cells = contenders(bench).flatMap((client) => cellsOf(client, keys, bench));
      return readEach(await bench.measure(cells), (runs) => readWorld(runs, target));
    },
  };
}

/** The other clients use one key, because they all do the same in a world. */
function cellsOf(client: ClientName, keys: readonly Partial<KeyPlan>[], { quick }: Bench): Cell[] {
  const used = client === 'ours' ? keys : keys.slice(0, 1);
  return used.map((key, index) => ({
    client,
    key: { ...key, skew: 137 + index * 471 },
    work: {
      kind: 'guests',
      duration: quick ? 26_000 : 46_000,
      backfill: 250,
      from: settling,
      every: 500 - index,
    },
  }));
}

function readWorld(runs: readonly Measured[], target: Target): Omit<Reading, 'client'> {
  const counts = runs.map((run) => countBetween(run, settling, run.outcome.ended - run.outcome.began));
  const pooled = sum(counts);
  const limit = 5 - (runs[0]?.key.others ?? 0);
  const waits = runs.flatMap(waitsIn);
  const p99 = percentile(waits, 0.99);
  const rejected = rejectedPerThousand(pooled);
  const share = shareOf(pooled, limit);
  const worst = Math.min(...counts.map((count) => shareOf(count, limit)));
  return {
    text:
      `${share.toFixed(3)} (worst key ${worst.toFixed(3)}), ${rejected.toFixed(1)} in 1,000, ` +
      `p50 ${percentile(waits, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    met: share >= target.share && rejected <= target.rejected && p99 <= target.wait,
  };
}

/** From the call until the accepted attempt was sent. Calls that still wait at the end count as waiting until then. */
export function waitsIn({ outcome, log }: Measured): number[] {
  const sent = new Map(log.filter(({ accepted }) => accepted).map((entry) => [entry.name, entry.sent]));
  return outcome.calls.map(({ id, begun }) => Math.min(sent.get(id) ?? outcome.ended, outcome.ended) - begun);
}
