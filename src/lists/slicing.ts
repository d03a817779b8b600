import { day } from '../instants.js';
import type { Span } from './time-range.js';

export interface Throughput {
  /** `'auto'`, or how many slices are fetched in parallel. */
  readonly concurrency: 'auto' | number;
  /** What the rate limit allows; `Infinity` without a rate limit. */
  readonly requestsPerSecond: () => number;
  /** How long responses take, in milliseconds; `undefined` while that is unknown. */
  readonly responseTime: () => number | undefined;
}

/** If responses are faster than this, following one cursor uses the limit well. Milliseconds. */
const slowResponse = 250;
/** The maximum number of parts of a range that `concurrency: 'auto'` fetches in parallel. */
const maxParallel = 5;
/** The planned number of pages of a slice, and its minimum towards the end of the range. */
const plannedPages = { max: 8, min: 3 };
/** The number of complete slices that the density is calculated from, and how many times longer the next slice can be. */
const sampling = { size: 3, maxGrowth: 4 };

/** Decides how many slices are fetched in parallel, and how long they are. */
export class Slicing {
  readonly #throughput: Throughput;
  #samples: readonly { readonly length: number; readonly pages: number }[] = [];

  constructor(throughput: Throughput) {
    this.#throughput = throughput;
  }

  get parallel(): number {
    const { concurrency, requestsPerSecond, responseTime } = this.#throughput;
    if (concurrency !== 'auto') return concurrency;
    if (!this.#isSlicing) return 1;
    const time = responseTime();
    if (time === undefined) return 1;
    return Math.min(maxParallel, Math.ceil((time / 1_000) * requestsPerSecond()) + 1);
  }

  /** Records a slice that was read from start to end. Its last page counts half, because it is half full on average. */
  record({ from, to }: Span, pages: number): void {
    this.#samples = [...this.#samples, { length: to - from, pages: pages - 0.5 }].slice(-sampling.size);
  }

  /** Returns the length of the next slice, given the length of the rest of the range, both in milliseconds. */
  nextLength(rest: number): number {
    if (!this.#isSlicing) return rest;
    const length = this.#plannedLength(rest);
    return rest < 1.4 * length ? rest : length;
  }

  #plannedLength(rest: number): number {
    // The first slice shows how dense the list is, and how long responses take.
    if (this.#samples.length === 0) return day;
    const length = this.#samples.reduce((sum, sample) => sum + sample.length, 0);
    const density = this.#samples.reduce((sum, sample) => sum + sample.pages, 0) / length;
    const share = (density * rest) / this.parallel;
    const pages = Math.min(plannedPages.max, Math.max(plannedPages.min, share));
    const longest = Math.max(...this.#samples.map((sample) => sample.length));
    return Math.min(pages / density, sampling.maxGrowth * longest);
  }

  /** Whether to slice. A slice is never cut later, so slices stay short until responses are known to be fast. */
  get #isSlicing(): boolean {
    const { concurrency, requestsPerSecond, responseTime } = this.#throughput;
    if (concurrency !== 'auto') return concurrency > 1;
    return Number.isFinite(requestsPerSecond()) && (responseTime() ?? slowResponse) >= slowResponse;
  }
}
