import type { Priority } from './rate-limiter.js';

/** After so many interactive calls in a row, one in the background gets its turn. */
const longestRow = 9;

/** Who waits, in two lanes: interactive before background, and neither starves. */
export class Lanes {
  readonly #waiting = { interactive: new Set<() => void>(), background: new Set<() => void>() };
  #row = 0;

  get queued(): { interactive: number; background: number } {
    return { interactive: this.#waiting.interactive.size, background: this.#waiting.background.size };
  }

  get isEmpty(): boolean {
    return this.#waiting.interactive.size + this.#waiting.background.size === 0;
  }

  /** Lines up, and resolves when called up. An abort leaves the lane at once. */
  join(priority: Priority, signal: AbortSignal): Promise<void> {
    const lane = this.#waiting[priority];
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const goAhead = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        lane.delete(goAhead);
        reject(signal.reason);
      };
      lane.add(goAhead);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Calls up the next one, if anyone waits. */
  callNext(): void {
    const { interactive, background } = this.#waiting;
    const isBackgroundsTurn = interactive.size === 0 || (background.size > 0 && this.#row >= longestRow);
    this.#row = isBackgroundsTurn ? 0 : this.#row + 1;
    const lane = isBackgroundsTurn ? background : interactive;
    const [next] = lane;
    if (next === undefined) return;
    lane.delete(next);
    next();
  }
}
