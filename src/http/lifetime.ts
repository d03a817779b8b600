import { onAbort } from '../on-abort.js';
import { after } from '../timers.js';

/**
 * Everything that can end a piece of work early, as one signal: the signals that it depends on, and a time limit. Whoever
 * makes one disposes of it, so that no timer and no listener outlives the work.
 */
export class Lifetime {
  readonly #controller = new AbortController();
  readonly #endings: readonly (() => void)[];
  readonly #end: number;
  /** Whether the time limit ended it, and not a signal. */
  timedOut = false;

  constructor(dependencies: readonly (AbortSignal | undefined)[], milliseconds: number) {
    const signals = dependencies.filter((signal) => signal !== undefined);
    const follow = () => {
      const aborted = signals.find((signal) => signal.aborted);
      if (aborted) this.#controller.abort(aborted.reason);
    };
    this.#end = performance.now() + milliseconds;
    this.#endings = [
      // First, as a signal can be anybody's and throw, and no timer must then be left.
      ...signals.map((signal) => onAbort(signal, follow)),
      after(milliseconds, () => this.#expire()),
    ];
    follow();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Milliseconds until the time limit. */
  get remaining(): number {
    return this.#end - performance.now();
  }

  dispose(): void {
    for (const end of this.#endings) end();
  }

  #expire(): void {
    this.timedOut = true;
    this.#controller.abort(new DOMException('The time limit has passed', 'TimeoutError'));
  }
}
