import type { Bench, Cell, Measured } from '../bench.js';
import type { ClientName } from '../clients/names.js';
import { countBetween, rateText, rejectedPerThousand, shareOf, sum } from '../rates.js';
import { readEach } from '../readings.js';
import type { Reading, Row } from '../row.js';
import type { NetworkPlan } from '../service/network.js';

interface SettledBar {
  readonly share: number;
  /** Of 1,000 requests. */
  readonly rejected: number;
}

/** Milliseconds until a client must have synchronized. */
const settling = 10_000;
const minute = 60_000;

export const saturated: readonly Row[] = [
  settled('saturated-200', '10 to 200 ms ± 0 to 50 %', { share: 0.99, rejected: 1 }, isUpTo(200)),
  settled('saturated-400', '400 ms ± 0 to 50 %', { share: 0.98, rejected: 2 }, isAround(400, 0.5)),
  settled('saturated-800', '800 ms ± 0 to 25 %', { share: 0.98, rejected: 2 }, isAround(800, 0.25)),
];

export const firstMinutes: readonly Row[] = [
  firstMinute('first-minute-200', 'round trip up to 200 ms', 0.95, isUpTo(200)),
  firstMinute('first-minute-400', 'round trip 400 ms', 0.95, isAround(400, 0.5)),
];

type Filter = (network: NetworkPlan) => boolean;

function isUpTo(most: number): Filter {
  return ({ roundTrip }) => roundTrip <= most;
}

function isAround(roundTrip: number, maxJitter: number): Filter {
  return (network) => network.roundTrip === roundTrip && network.jitter <= maxJitter;
}

function settled(name: string, roundTrip: string, bar: SettledBar, isMeant: Filter): Row {
  return {
    name,
    isVariation: name !== 'saturated-200',
    figure: `Saturated for 60 s (first 10 s not counted), round trip ${roundTrip}, clock offset to 5 s`,
    bar: `at least ${bar.share} of 5 requests/s, at most ${bar.rejected} in 1,000 get 429`,
    async measure(bench) {
      const runs = (await matrixOf(bench)).filter(({ key }) => key.network && isMeant(key.network));
      return readEach(runs, (own) => readSettled(own, bar));
    },
  };
}

function firstMinute(name: string, figure: string, bar: number, isMeant: Filter): Row {
  return {
    name,
    isVariation: true,
    figure: `The first minute, cold start included, ${figure}`,
    bar: `at least ${bar} of 5 requests/s`,
    async measure(bench) {
      const runs = (await matrixOf(bench)).filter(({ key }) => key.network && isMeant(key.network));
      return readEach(runs, (own) => readFirstMinute(own, bar));
    },
  };
}

/** The rows of this file use the same runs. */
const matrices = new WeakMap<Bench, Promise<readonly Measured[]>>();

function matrixOf(bench: Bench): Promise<readonly Measured[]> {
  const matrix = matrices.get(bench) ?? measureMatrix(bench);
  matrices.set(bench, matrix);
  return matrix;
}

/** Peers send many requests at once, which would slow down the service for ours. */
async function measureMatrix(bench: Bench): Promise<readonly Measured[]> {
  const cells = cellsFor(bench);
  const ours = await bench.measure(cells.filter(({ client }) => client === 'ours'));
  return [...ours, ...(await bench.measure(cells.filter(({ client }) => client !== 'ours')))];
}

function cellsFor({ quick }: Bench): Cell[] {
  const duration = quick ? 26_000 : minute;
  const matrix = cellsOf('ours', duration, quick ? [50, 200, 400, 800] : [10, 50, 100, 200, 400, 800]);
  const throttled = cellsOf('p-throttle-and-retry', duration, quick ? [100] : [10, 100, 400, 800]);
  const retrying = quick ? [] : cellsOf('ky', duration, [100]);
  return [...matrix, ...throttled, ...retrying];
}

function cellsOf(client: ClientName, duration: number, roundTrips: readonly number[]): Cell[] {
  return roundTrips.flatMap((roundTrip, row) =>
    [0, 0.25, 0.5].flatMap((jitter, column) =>
      [-5_000, 5_000].map(
        (skew, side): Cell => ({
          client,
          // Each key begins at another phase of the window.
          key: {
            network: { roundTrip, jitter },
            skew: skew + (((row * 6 + column * 2 + side) * 137) % 1_000),
          },
          work: { kind: 'saturation', duration, clients: 1 },
        }),
      ),
    ),
  );
}

function readSettled(runs: readonly Measured[], bar: SettledBar): Omit<Reading, 'client'> {
  const counts = runs.map((run) => countBetween(run, settling, run.outcome.ended - run.outcome.began));
  const pooled = sum(counts);
  const least = Math.min(...counts.map((count) => shareOf(count)));
  const most = Math.max(...counts.map(rejectedPerThousand));
  const failed = runs.reduce((total, { outcome }) => total + outcome.failed, 0);
  return {
    text: `${rateText(pooled)} (of ${pooled.accepted + pooled.rejected}; worst key ${least.toFixed(3)}, ${most.toFixed(1)}${failed > 0 ? `; ${failed} calls failed` : ''})`,
    met: shareOf(pooled) >= bar.share && rejectedPerThousand(pooled) <= bar.rejected,
  };
}

/** Includes the start, which whole windows would leave out. */
function readFirstMinute(runs: readonly Measured[], bar: number): Omit<Reading, 'client'> {
  const shares = runs.map(({ log, outcome, endpoint }) => {
    const end = outcome.ended + endpoint.clockOffset;
    const accepted = log.filter((entry) => entry.accepted && entry.counted < end).length;
    return accepted / ((5 * (outcome.ended - outcome.began)) / 1_000);
  });
  const mean = shares.reduce((one, other) => one + other, 0) / shares.length;
  const text = `${mean.toFixed(3)} (worst key ${Math.min(...shares).toFixed(3)})`;
  const seconds = Math.round(Math.min(...runs.map(({ outcome }) => outcome.ended - outcome.began)) / 1_000);
  // In a shorter run, the start weighs more.
  return seconds < 60 ? { text: `${text}, in ${seconds} s` } : { text, met: mean >= bar };
}
