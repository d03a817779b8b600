import type { Measured } from '../bench.js';
import { percentile, rejectedIn } from '../rates.js';
import type { Reading } from '../row.js';

/** The result of a burst. */
interface Figures {
  readonly lost: number;
  readonly rejected: number;
  /** The duration, divided by the shortest duration that the limit allows. */
  readonly times: number;
}

interface Bar {
  /** Milliseconds. */
  readonly ideal: number;
  /** How many requests of a burst can get a 429, on average. */
  readonly rejected: number;
  readonly times: number;
}

/** Reads the worst and the median burst. If calls are lost, the time means nothing and is left out. */
export function readBursts(runs: readonly Measured[], bar: Bar): Omit<Reading, 'client'> {
  const figures = runs.map((run) => figuresOf(run, bar.ideal));
  const worst = (pick: (one: Figures) => number) => percentile(figures.map(pick), 1);
  const median = (pick: (one: Figures) => number) => percentile(figures.map(pick), 0.5);
  const lost = worst((one) => one.lost);
  const rejected = worst((one) => one.rejected);
  const mean = figures.reduce((total, one) => total + one.rejected, 0) / figures.length;
  const times = worst((one) => one.times);
  return {
    text: [
      `${lost} lost`,
      `${rejected} × 429 (mean ${mean.toFixed(1)})`,
      ...(lost === 0
        ? [`${times.toFixed(2)} × ideal (median ${median((one) => one.times).toFixed(2)})`]
        : []),
    ].join(', '),
    met: lost === 0 && mean <= bar.rejected && times <= bar.times,
  };
}

function figuresOf(run: Measured, ideal: number): Figures {
  const { calls, began } = run.outcome;
  const ends = calls.map(({ ended }) => ended).filter(Number.isFinite);
  return {
    lost: calls.filter(({ succeeded }) => !succeeded).length,
    rejected: rejectedIn(run),
    times: (Math.max(...ends) - began) / ideal,
  };
}
