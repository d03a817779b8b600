import type { Priority } from './rate-limiter.js';

/** After so many interactive calls in a row, one in the background gets its turn. */
const longestRow = 9;

/** One of those who wait: called up with what it waits for. */
type Waiting<T> = (called: T) => void;

/** Who waits, in two lanes: interactive before background, and neither starves. */
export class Lanes<T> {
  readonly #lanes = { interactive: new Lane<T>(), background: new Lane<T>() };
  readonly #onEmpty: () => void;
  #row = 0;

  /** @param onEmpty - told when the last one has left without being called up */
  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty;
  }

  get queued(): { interactive: number; background: number } {
    return { interactive: this.#lanes.interactive.size, background: this.#lanes.background.size };
  }

  get isEmpty(): boolean {
    return this.#lanes.interactive.size + this.#lanes.background.size === 0;
  }

  /** Lines up, in front of those who wait for the first time or behind them, and resolves when called up. An abort leaves at once. */
  join(priority: Priority, position: 'front' | 'back', signal: AbortSignal): Promise<T> {
    const queue = this.#lanes[priority][position];
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const goAhead = (called: T) => {
        signal.removeEventListener('abort', leave);
        resolve(called);
      };
      const leave = () => {
        queue.delete(goAhead);
        reject(signal.reason);
        if (this.isEmpty) this.#onEmpty();
      };
      queue.add(goAhead);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Calls up the next one. */
  callNext(called: T): void {
    const { interactive, background } = this.#lanes;
    const isBackgroundsTurn = interactive.size === 0 || (background.size > 0 && this.#row >= longestRow);
    this.#row = isBackgroundsTurn ? 0 : this.#row + 1;
    (isBackgroundsTurn ? background : interactive).shift()?.(called);
  }
}

class Lane<T> {
  readonly front = new Line<T>();
  readonly back = new Line<T>();

  get size(): number {
    return this.front.size + this.back.size;
  }

  shift(): Waiting<T> | undefined {
    return this.front.shift() ?? this.back.shift();
  }
}

/** One behind the other. It has a set only while somebody waits: most keys are idle most of the time. */
class Line<T> {
  #waiting: Set<Waiting<T>> | undefined;

  get size(): number {
    return this.#waiting?.size ?? 0;
  }

  add(one: Waiting<T>): void {
    this.#waiting ??= new Set();
    this.#waiting.add(one);
  }

  delete(one: Waiting<T>): void {
    this.#waiting?.delete(one);
    if (this.size === 0) this.#waiting = undefined;
  }

  shift(): Waiting<T> | undefined {
    const [first] = this.#waiting ?? [];
    if (first) this.delete(first);
    return first;
  }
}
