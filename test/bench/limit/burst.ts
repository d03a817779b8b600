import type { Measured } from '../bench.js';
import { percentile, refusedIn } from '../rates.js';
import type { Reading } from '../row.js';

/** What a burst came to. */
interface Figures {
  readonly lost: number;
  readonly refused: number;
  /** Of the time that the limit makes it take at least. */
  readonly times: number;
}

interface Bar {
  /** Milliseconds. */
  readonly ideal: number;
  readonly times: number;
}

/** The worst of several bursts, and what is usual. Calls that are lost make the time meaningless: it is left out then. */
export function readBursts(runs: readonly Measured[], bar: Bar): Omit<Reading, 'client'> {
  const figures = runs.map((run) => figuresOf(run, bar.ideal));
  const worst = (pick: (one: Figures) => number) => percentile(figures.map(pick), 1);
  const usual = (pick: (one: Figures) => number) => percentile(figures.map(pick), 0.5);
  const lost = worst((one) => one.lost);
  const refused = worst((one) => one.refused);
  const times = worst((one) => one.times);
  return {
    text: [
      `${lost} lost`,
      `${refused} × 429 (usually ${usual((one) => one.refused)})`,
      ...(lost === 0
        ? [`${times.toFixed(2)} × ideal (usually ${usual((one) => one.times).toFixed(2)})`]
        : []),
    ].join(', '),
    met: lost === 0 && refused <= 1 && times <= bar.times,
  };
}

function figuresOf(run: Measured, ideal: number): Figures {
  const { calls, began } = run.outcome;
  const ends = calls.map(({ ended }) => ended).filter(Number.isFinite);
  return {
    lost: calls.filter(({ succeeded }) => !succeeded).length,
    refused: refusedIn(run),
    times: (Math.max(...ends) - began) / ideal,
  };
}
