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
