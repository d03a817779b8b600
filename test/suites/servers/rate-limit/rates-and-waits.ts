import { percentile } from '../../bench/rates.js';
import { windowLength } from '../../bench/service/windows.js';
import type { CrowdResult } from './worker-processes.js';

const limit = 5;

/** The figures of a part of a run. */
export interface Figures {
  /** The share of the limit that was used, in whole windows. */
  readonly rate: number;
  readonly requests: number;
  readonly rejected: number;
  /** The minimum share of a process in the requests of any 10 seconds, or of the whole part if it is shorter. */
  readonly minShare: number;
  /** How long interactive calls took: median, 95th percentile and maximum. Milliseconds. */
  readonly waits: readonly [number, number, number];
}

/** Calculates the figures between two times, in milliseconds after the start. */
export function figuresOf({ began, endpoint, log, reports }: CrowdResult, from: number, to: number): Figures {
  const begin = began + endpoint.clockOffset;
  const first = Math.ceil((begin + from) / windowLength) * windowLength;
  const end = Math.floor((begin + to) / windowLength) * windowLength;
  const counted = log.filter(({ window }) => window >= first && window < end);
  const accepted = counted.filter((entry) => entry.accepted).length;
  const span = Math.min(end - first, 10 * windowLength);
  const shares = [];
  for (let part = first; part + span <= end; part += windowLength) {
    const inPart = counted.filter(({ window }) => window >= part && window < part + span);
    for (const index of reports.keys()) {
      const own = inPart.filter(({ name }) => name.startsWith(`p${index}-`));
      shares.push(own.length / inPart.length);
    }
  }
  const waits = reports
    .flatMap((report) => report.waits)
    .filter(({ at }) => at >= began + from && at < began + to)
    .map(({ wait }) => wait);
  return {
    rate: accepted / ((limit * (end - first)) / windowLength),
    requests: counted.length,
    rejected: counted.length - accepted,
    minShare: Math.min(...shares),
    waits: [percentile(waits, 0.5), percentile(waits, 0.95), Math.max(...waits)],
  };
}

/** Formats figures for a line of output. */
export function figuresText({ rate, requests, rejected, minShare, waits }: Figures): string {
  const [median, high, max] = waits.map(Math.round);
  const waited = Number.isNaN(median) ? 'none' : `p50 ${median} p95 ${high} max ${max} ms`;
  return (
    `rate ${rate.toFixed(3)}, ${rejected} of ${requests} rejected ` +
    `(${((1_000 * rejected) / requests).toFixed(1)} in 1,000), ` +
    `minimum share ${(100 * minShare).toFixed(0)} %, interactive calls ${waited}`
  );
}
