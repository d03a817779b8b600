import type { Measured } from './bench.js';
import { windowLength } from './service/windows.js';

/** The counts of the service in a number of whole windows. */
export interface Count {
  readonly windows: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** Counts the whole windows in a part of a run. Both ends are in milliseconds after its start. */
export function countBetween({ log, outcome, endpoint }: Measured, from: number, to: number): Count {
  const begin = outcome.began + endpoint.clockOffset;
  const first = Math.ceil((begin + from) / windowLength) * windowLength;
  const end = Math.floor((begin + to) / windowLength) * windowLength;
  const counted = log.filter(({ window }) => window >= first && window < end);
  const accepted = counted.filter((entry) => entry.accepted).length;
  return { windows: (end - first) / windowLength, accepted, rejected: counted.length - accepted };
}

export function rejectedIn({ log }: Measured): number {
  return log.filter(({ accepted }) => !accepted).length;
}

export function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (one, other) => ({
      windows: one.windows + other.windows,
      accepted: one.accepted + other.accepted,
      rejected: one.rejected + other.rejected,
    }),
    { windows: 0, accepted: 0, rejected: 0 },
  );
}

/** The share of the limit that was used. */
export function shareOf({ windows, accepted }: Count, limit = 5): number {
  return accepted / (windows * limit);
}

/** How many of 1,000 requests got a 429. */
export function rejectedPerThousand({ accepted, rejected }: Count): number {
  return (1_000 * rejected) / Math.max(accepted + rejected, 1);
}

/** Formats a rate for the tables. */
export function rateText(count: Count, limit = 5): string {
  return `${shareOf(count, limit).toFixed(3)}, ${rejectedPerThousand(count).toFixed(1)} in 1,000`;
}

/** A percentile by nearest rank, of numbers in any order. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.max(Math.ceil(sorted.length * part) - 1, 0)] ?? Number.NaN;
}
