/** Enough to tell the ends of the spread from single stragglers. */
const kept = 64;

/** How long the last answers took, in milliseconds. */
export class RoundTrips {
  readonly #latest: number[] = [];
  #sorted: readonly number[] = [];

  add(milliseconds: number): void {
    this.#latest.push(milliseconds);
    if (this.#latest.length > kept) this.#latest.shift();
    this.#sorted = this.#latest.toSorted((one, other) => one - other);
  }

  get isEmpty(): boolean {
    return this.#latest.length === 0;
  }

  get median(): number {
    return this.#quantile(0.5);
  }

  get shortest(): number {
    return this.#quantile(0.05);
  }

  /** What nine of ten answers stay inside of, around the median. */
  get spread(): number {
    return this.#quantile(0.95) - this.#quantile(0.05);
  }

  #quantile(share: number): number {
    return this.#sorted[Math.floor(share * (this.#sorted.length - 1))] ?? 0;
  }
}
