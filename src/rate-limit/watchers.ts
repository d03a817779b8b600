/** How often those who wait look after the limiter. Milliseconds. */
const pause = 100;

/** Who has not looked for so long has ended with its request. Milliseconds. */
const longestSilence = 5 * pause;

/**
 * Those who wait where timers end with the requests that set them. The limiter's one timer can be that of a request that is over,
 * so each of those who wait looks after it; and who no longer does would only let its turn lapse.
 */
export class Watchers {
  readonly #all = new Set<Watcher>();
  readonly #lookAfter: () => void;

  /** @param lookAfter - what a timer that never fired may have left undone */
  constructor(lookAfter: () => void) {
    this.#lookAfter = lookAfter;
  }

  /** Somebody begins to wait. */
  add(): Watcher {
    const watcher = new Watcher((silence) => {
      // Where all were silent, as the whole isolate was busy, nobody is gone.
      if (silence > 2 * pause) for (const other of this.#all) other.seenAt = performance.now();
      this.#sendAwayTheGone();
      this.#lookAfter();
    });
    this.#all.add(watcher);
    return watcher;
  }

  /** Somebody no longer waits. */
  remove(watcher: Watcher): void {
    watcher.stop();
    this.#all.delete(watcher);
  }

  #sendAwayTheGone(): void {
    for (const watcher of this.#all) {
      if (performance.now() - watcher.seenAt <= longestSilence) continue;
      this.remove(watcher);
      watcher.leave();
    }
  }
}

class Watcher {
  readonly #gone = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  seenAt = performance.now();

  constructor(onLook: (silence: number) => void) {
    this.#timer = setInterval(() => {
      const silence = performance.now() - this.seenAt;
      this.seenAt = performance.now();
      onLook(silence);
    }, pause);
  }

  /** Aborts when it is taken for gone. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  leave(): void {
    this.#gone.abort();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
