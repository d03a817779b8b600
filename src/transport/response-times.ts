/** Enough that a few slow responses do not change the median. */
const maxTimes = 64;

/** The latest response times of a client, in milliseconds. */
export class ResponseTimes {
  #latest: readonly number[] = [];

  add(time: number): void {
    // A copy has no spare room, which would be most of an idle client's array.
    this.#latest = this.#latest.slice(1 - maxTimes).concat([time]);
  }

  /**
   * The time that a response takes; `undefined` before the third response. At first this is the shortest time, because the others can
   * include opening a connection. Later it is the median.
   */
  get typical(): number | undefined {
    const { length } = this.#latest;
    if (length < 3) return undefined;
    const sorted = [...this.#latest].sort((one, other) => one - other);
    return length < 8 ? sorted[0] : sorted[Math.floor((length - 1) / 2)];
  }
}
