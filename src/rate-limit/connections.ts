/** How long an idle connection is kept, as far as one can tell from outside. Milliseconds. */
const idleLife = 4_000;

/**
 * How many connections are open. Nobody tells, but so many requests as were under way at once a moment ago can be again
 * without one that connects first.
 */
export class Connections {
  /** When one request, two at once, three at once, ... were last under way. */
  readonly #lastUse: number[] = [];

  /** Whether a request has to open a connection, where so many others are under way. */
  areAllTaken(now: number, underWay: number): boolean {
    return now - (this.#lastUse[underWay] ?? Number.NEGATIVE_INFINITY) >= idleLife;
  }

  /** An answer came while so many others were under way. */
  use(now: number, underWay: number): void {
    this.#lastUse.length = Math.max(this.#lastUse.length, underWay + 1);
    this.#lastUse.fill(now, 0, underWay + 1);
  }
}
