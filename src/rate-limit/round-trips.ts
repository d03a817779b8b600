/** Enough samples to distinguish the ends of the spread from outliers. */
const maxSamples = 64;

/** How long a server is assumed to keep an idle connection open. Milliseconds. */
const idleConnectionLifetime = 4_000;

/** Statistics of the latest round trips, and an estimate of how many connections are open. All times are in milliseconds. */
export class RoundTrips {
  readonly #latest: number[] = [];
  #sorted: readonly number[] | undefined;
  /** The last times when a response arrived while 0, 1, 2, … other requests were in flight. */
  readonly #lastInFlight: number[] = [];

  get isEmpty(): boolean {
    return this.#latest.length === 0;
  }

  get count(): number {
    return this.#latest.length;
  }

  get median(): number {
    return this.#quantile(0.5);
  }

  get shortest(): number {
    return this.#quantile(0.05);
  }

  /** The range of nine out of ten round trips. */
  get spread(): number {
    return this.#quantile(0.95) - this.#quantile(0.05);
  }

  add(duration: number): void {
    this.#latest.push(duration);
    if (this.#latest.length > maxSamples) this.#latest.shift();
    this.#sorted = undefined;
  }

  /** Records that a response arrived while this many other requests were in flight. Each of them has an open connection. */
  noteConnections(now: number, inFlight: number): void {
    this.#lastInFlight.length = Math.max(this.#lastInFlight.length, inFlight + 1);
    this.#lastInFlight.fill(now, 0, inFlight + 1);
  }

  /** Whether a request has to open a connection if this many others are in flight. */
  needsConnection(now: number, inFlight: number): boolean {
    return now - (this.#lastInFlight[inFlight] ?? Number.NEGATIVE_INFINITY) >= idleConnectionLifetime;
  }

  #quantile(share: number): number {
    this.#sorted ??= this.#latest.toSorted((one, other) => one - other);
    return this.#sorted[Math.floor(share * (this.#sorted.length - 1))] ?? 0;
  }
}
