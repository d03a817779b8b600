/** A clock that stands still while anybody works, and jumps to whatever comes next when all wait. */
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
      if (!next) throw new Error('everybody waits for nothing');
      this.now = next.at;
      next.ring();
    }
  }
}
