/** Enough times to distinguish the ends of the range from outliers. */
const maxTimes = 64;

/** The latest response times of a key or a client. All times are in milliseconds. */
export class ResponseTimes {
  #latest: readonly number[] = [];
  #quantiles: Record<'short' | 'median' | 'long', number> | undefined;

  get count(): number {
    return this.#latest.length;
  }

  add(time: number): void {
    // A copy has no spare room, which would be most of an idle client's array.
    this.#latest = this.#latest.slice(1 - maxTimes).concat([time]);
    this.#quantiles = undefined;
  }

  /** One response in twenty is faster than `short`, and one is slower than `long`. Kept, because the sorted times take more memory. */
  get quantiles() {
    if (this.#quantiles) return this.#quantiles;
    const sorted = new Float64Array(this.#latest).sort();
    const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    this.#quantiles = { short: quantile(0.05), median: quantile(0.5), long: quantile(0.95) };
    return this.#quantiles;
  }
}

/** How long a connection is assumed to stay open without requests. Milliseconds. */
const idleLifetime = 4_000;

/** Estimates how many connections are open: as many as requests were recently in flight. */
export class Connections {
  /** The last times when a response arrived while 0, 1, 2, … other requests were in flight. */
  #lastInFlight: readonly number[] = [];

  /** Records that a response arrived while this many other requests were in flight. */
  note(now: number, inFlight: number): void {
    const open = Array.from({ length: inFlight + 1 }, () => now);
    this.#lastInFlight = open.concat(this.#lastInFlight.slice(inFlight + 1));
  }

  /** Whether a request has to open a connection if this many others are in flight. */
  isNewNeeded(now: number, inFlight: number): boolean {
    return now - (this.#lastInFlight[inFlight] ?? Number.NEGATIVE_INFINITY) >= idleLifetime;
  }
}
