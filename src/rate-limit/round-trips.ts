/** Enough samples to distinguish the ends of the spread from outliers. */
const maxSamples = 64;

/** How long a server is assumed to keep an idle connection open. Milliseconds. */
const idleConnectionLifetime = 4_000;

/** Statistics of the latest round trips, and an estimate of how many connections are open. All times are in milliseconds. */
export class RoundTrips {
  #latest: readonly number[] = [];
  #quantiles: Record<'shortest' | 'median' | 'longest', number> | undefined;
  /** The last times when a response arrived while 0, 1, 2, … other requests were in flight. */
  #lastInFlight: readonly number[] = [];

  get isEmpty(): boolean {
    return this.#latest.length === 0;
  }

  get count(): number {
    return this.#latest.length;
  }

  get median(): number {
    return this.#statistics.median;
  }

  get shortest(): number {
    return this.#statistics.shortest;
  }

  /** The range of nine out of ten round trips. */
  get spread(): number {
    return this.#statistics.longest - this.#statistics.shortest;
  }

  add(duration: number): void {
    // A copy has no spare room, which would be most of an idle client's array.
    this.#latest = this.#latest.slice(1 - maxSamples).concat([duration]);
    this.#quantiles = undefined;
  }

  /** Records that a response arrived while this many other requests were in flight. Each of them has an open connection. */
  noteConnections(now: number, inFlight: number): void {
    const open = Array.from({ length: inFlight + 1 }, () => now);
    this.#lastInFlight = open.concat(this.#lastInFlight.slice(inFlight + 1));
  }

  /** Whether a request has to open a connection if this many others are in flight. */
  needsConnection(now: number, inFlight: number): boolean {
    return now - (this.#lastInFlight[inFlight] ?? Number.NEGATIVE_INFINITY) >= idleConnectionLifetime;
  }

  /** Kept instead of the sorted round trips, which take more memory. */
  get #statistics() {
    if (this.#quantiles) return this.#quantiles;
    const sorted = this.#latest.toSorted((one, other) => one - other);
    const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    this.#quantiles = { shortest: quantile(0.05), median: quantile(0.5), longest: quantile(0.95) };
    return this.#quantiles;
  }
}
