/** A virtual clock. It stops while any task works, and jumps to the next event when all tasks wait. */
export class VirtualClock {
  now = 0;
  readonly #timers: { readonly at: number; readonly ring: () => void }[] = [];

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.#timers.push({ at: this.now + milliseconds, ring: resolve });
      this.#timers.sort((one, other) => one.at - other.at);
    });
  }

  /** Lets time pass until the work is done. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    for (;;) {
      await new Promise(setImmediate);
      if (isDone) return work;
      const next = this.#timers.shift();
      if (!next) throw new Error('all tasks wait, and no event is scheduled');
      this.now = next.at;
      next.ring();
    }
  }
}
