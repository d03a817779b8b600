/** Older windows than this are of no interest to anybody. */
const memory = 5;

/** How many requests windows are known to have counted, by their numbers. */
export class Counts {
  readonly #counted = new Map<number, number>();

  of(window: number): number {
    return this.#counted.get(window) ?? 0;
  }

  /** A window whose number is not known is none. */
  add(window: number, requests: number): void {
    if (Number.isNaN(window)) return;
    this.#counted.set(window, this.of(window) + requests);
    for (const old of this.#counted.keys()) if (old < window - memory) this.#counted.delete(old);
  }
}
