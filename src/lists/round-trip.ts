const memory = 9;

/** How long answers take on a line, as a rule: neither a slow connection nor a single slow answer decides. */
export class RoundTrip {
  #first = true;
  #durations: number[] = [];

  /** Takes in how long an answer took. The first one says nothing: it had to open a connection. */
  add(duration: number | undefined): void {
    if (duration !== undefined && !this.#first)
      this.#durations = [...this.#durations, duration].slice(-memory);
    this.#first = false;
  }

  /** How many answers the figure rests on, of the last nine. */
  get answers(): number {
    return this.#durations.length;
  }

  /** The lower quartile, as many of the first answers had to open a connection; 0 where nothing is known. */
  get milliseconds(): number {
    const sorted = this.#durations.toSorted((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 4)] ?? 0;
  }
}
