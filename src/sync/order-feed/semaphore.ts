/** Lets so many work at once; the others wait in line. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves with a slot, which is then to be given back. */
  take(): Promise<void> {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.add(resolve));
    this.#free -= 1;
    return Promise.resolve();
  }

  giveBack(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
    } else this.#free += 1;
  }

  /** Those who wait are never called up. */
  dismiss(): void {
    this.#waiting.clear();
  }
}
