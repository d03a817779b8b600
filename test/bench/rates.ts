import type { Measured } from './bench.js';
import { windowLength } from './service/windows.js';

/** What the service counted in a number of whole windows. */
export interface Count {
  readonly windows: number;
  readonly accepted: number;
  readonly refused: number;
}

/** Counts the whole windows in a stretch of a run; both ends in milliseconds after its begin. */
export function countBetween({ log, outcome, address }: Measured, from: number, to: number): Count {
  const begin = outcome.began + address.clockOffset;
  const first = Math.ceil((begin + from) / windowLength) * windowLength;
  const end = Math.floor((begin + to) / windowLength) * windowLength;
  const counted = log.filter(({ window }) => window >= first && window < end);
  const accepted = counted.filter((entry) => entry.accepted).length;
  return { windows: (end - first) / windowLength, accepted, refused: counted.length - accepted };
}

export function refusedIn({ log }: Measured): number {
  return log.filter(({ accepted }) => !accepted).length;
}

export function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (one, other) => ({
      windows: one.windows + other.windows,
      accepted: one.accepted + other.accepted,
      refused: one.refused + other.refused,
    }),
    { windows: 0, accepted: 0, refused: 0 },
  );
}

/** Which part of the limit was used. */
export function shareOf({ windows, accepted }: Count, limit = 5): number {
  return accepted / (windows * limit);
}

/** How many of 1,000 requests got a 429. */
export function refusedPerThousand({ accepted, refused }: Count): number {
  return (1_000 * refused) / Math.max(accepted + refused, 1);
}

/** Formats a rate for the tables. */
export function rateText(count: Count, limit = 5): string {
  return `${shareOf(count, limit).toFixed(3)}, ${refusedPerThousand(count).toFixed(1)} in 1,000`;
}

/** A percentile by nearest rank, of numbers in any order. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.max(Math.ceil(sorted.length * part) - 1, 0)] ?? Number.NaN;
}
