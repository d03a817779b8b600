import { onAbort } from '../on-abort.js';
import { sleep, startTimer } from '../timers.js';

/**
 * Ends work early: when a parent ends, or after a time limit. It costs less than `AbortSignal.any`, and `dispose` removes its
 * timers and listeners.
 */
export class Cancellation {
  #end = Number.POSITIVE_INFINITY;
  readonly #unfollow: readonly (() => void)[];
  #stopTimer: (() => void) | undefined;
  /** Exists only while there are listeners, because most clients are idle. */
  #listeners: Set<() => void> | undefined;
  #controller: AbortController | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  #isTimedOut = false;
  #idleSince = performance.now();

  /** @param timeout - milliseconds, or `Infinity` */
  constructor(parents: readonly (AbortSignal | Cancellation | undefined)[], timeout: number) {
    this.#unfollow = parents.flatMap((parent) => (parent ? [this.#follow(parent)] : []));
    this.limit(timeout);
  }

  /** Sets the time limit, from now. */
  limit(timeout: number): void {
    this.#stopTimer?.();
    this.#end = performance.now() + timeout;
    this.#stopTimer = startTimer(timeout, () => {
      this.#isTimedOut = true;
      this.abort(new DOMException('The time limit has passed', 'TimeoutError'));
    });
  }

  /** The same as an `AbortSignal`, created when it is first needed. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort(this.#aborted.reason);
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.#aborted !== undefined;
  }

  get reason(): unknown {
    return this.#aborted?.reason;
  }

  /** Whether its own time limit ended the work. */
  get isTimedOut(): boolean {
    return this.#isTimedOut;
  }

  /** When the last listener left, on the monotonic clock; `Infinity` while there are listeners. */
  get idleSince(): number {
    return this.#listeners ? Number.POSITIVE_INFINITY : this.#idleSince;
  }

  /** Milliseconds until the time limit. */
  get timeLeft(): number {
    return this.#end - performance.now();
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#aborted.reason;
  }

  abort(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = { reason };
    this.#controller?.abort(reason);
    for (const listener of this.#listeners ?? []) listener();
  }

  /** Settles like the promise, or rejects with the reason as soon as the work ends early. */
  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const abandon = () => reject(this.reason);
      if (this.aborted) abandon();
      const stop = this.onAbort(abandon);
      promise.then(stop, stop);
      promise.then(resolve, reject);
    });
  }

  /** Waits, or rejects with the reason as soon as the work ends early. */
  sleep(milliseconds: number): Promise<void> {
    return sleep(milliseconds, this.signal);
  }

  /** Calls back when the work ends early. Returns a function that stops this. */
  onAbort(listener: () => void): () => void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
    return () => {
      this.#listeners?.delete(listener);
      if (this.#listeners?.size !== 0) return;
      this.#listeners = undefined;
      this.#idleSince = performance.now();
    };
  }

  /** Removes timers and listeners. Call it when the work is over. */
  dispose(): void {
    for (const unfollow of this.#unfollow) unfollow();
    this.#stopTimer?.();
  }

  #follow(parent: AbortSignal | Cancellation): () => void {
    const abort = () => this.abort(parent.reason);
    if (parent.aborted) abort();
    return parent instanceof Cancellation ? parent.onAbort(abort) : onAbort(parent, abort);
  }
}
