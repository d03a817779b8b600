/** Enough times to distinguish the ends of the range from outliers. */
const maxTimes = 64;

/** The latest response times of a key or a client. All times are in milliseconds. */
export class ResponseTimes {
  #latest: readonly number[] = [];
  #quantiles: Record<'short' | 'median' | 'long', number> | undefined;

  get count(): number {
    return this.#latest.length;
  }

  /** One response in twenty is faster. */
  get short(): number {
    return this.#statistics.short;
  }

  get median(): number {
    return this.#statistics.median;
  }

  /** One response in twenty is slower. */
  get long(): number {
    return this.#statistics.long;
  }

  add(time: number): void {
    // A copy has no spare room, which would be most of an idle client's array.
    this.#latest = this.#latest.slice(1 - maxTimes).concat([time]);
    this.#quantiles = undefined;
  }

  /** Kept instead of the sorted times, which take more memory. */
  get #statistics() {
    if (this.#quantiles) return this.#quantiles;
    const sorted = new Float64Array(this.#latest).sort();
    const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    this.#quantiles = { short: quantile(0.05), median: quantile(0.5), long: quantile(0.95) };
    return this.#quantiles;
  }
}
