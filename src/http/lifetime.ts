import { onAbort } from '../on-abort.js';
import { after } from '../timers.js';

/**
 * Everything that can end a piece of work early, in one: the signals and lifetimes that it depends on, and a time limit.
 * Whoever makes one disposes of it, so that no timer and no listener outlives the work. A signal is made where somebody looks
 * at it: runtimes take longer over one than over most steps of a call.
 */
export class Lifetime {
  readonly #limit: number;
  readonly #endings: readonly (() => void)[];
  #followers: Set<() => void> | undefined;
  #controller: AbortController | undefined;
  #over: { readonly reason: unknown } | undefined;
  /** Whether the time limit ended it, and not a signal. */
  timedOut = false;

  constructor(dependencies: readonly (AbortSignal | Lifetime | undefined)[], milliseconds: number) {
    const followed = dependencies.filter((dependency) => dependency !== undefined);
    const look = () => {
      const ended = followed.find(({ aborted }) => aborted);
      if (ended) this.end(ended.reason);
    };
    const follow = () => {
      try {
        look();
      } catch (error) {
        // Whoever tells of an end has others to tell.
        this.end(error);
      }
    };
    // First, as a signal can be anybody's and throw, and no listener and no timer must then be left.
    look();
    this.#limit = performance.now() + milliseconds;
    this.#endings = [
      ...followed.map((dependency) =>
        dependency instanceof Lifetime ? dependency.#onEnd(follow) : onAbort(dependency, follow),
      ),
      after(milliseconds, () => this.#expire()),
    ];
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#over) this.#controller.abort(this.#over.reason);
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.#over !== undefined;
  }

  get reason(): unknown {
    return this.#over?.reason;
  }

  throwIfAborted(): void {
    if (this.#over) throw this.#over.reason;
  }

  /** Milliseconds until the time limit. */
  get remaining(): number {
    return this.#limit - performance.now();
  }

  /** The promise's outcome, or the reason of an early end as soon as it comes, whichever is first. */
  bound<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#over) reject(this.reason);
      const leave = this.#onEnd(() => reject(this.reason));
      promise.then(
        (value) => {
          leave();
          resolve(value);
        },
        (error) => {
          leave();
          reject(error);
        },
      );
    });
  }

  /** Ends it now, where it has not ended already. */
  end(reason: unknown): void {
    if (this.#over) return;
    this.#over = { reason };
    this.#controller?.abort(reason);
    for (const follow of this.#followers ?? []) follow();
  }

  dispose(): void {
    for (const end of this.#endings) end();
  }

  #onEnd(callback: () => void): () => void {
    this.#followers ??= new Set();
    this.#followers.add(callback);
    return () => this.#followers?.delete(callback);
  }

  #expire(): void {
    this.timedOut = true;
    this.end(new DOMException('The time limit has passed', 'TimeoutError'));
  }
}
