/** The maximum delay of `setTimeout`, in milliseconds. A longer timer would fire at once. */
export const maxTimerDelay = 2 ** 31 - 1;

/**
 * Ends work early: when a parent ends, or after a time limit. It costs less than `AbortSignal.any`, and `dispose` removes its
 * timers and listeners.
 */
export class Cancellation {
  #end = Number.POSITIVE_INFINITY;
  readonly #unfollow: readonly (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
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

  /** Starts the time limit now. A limit above 24.8 days, the maximum of `setTimeout`, is ignored. */
  limit(timeout: number): void {
    clearTimeout(this.#timer);
    this.#end = performance.now() + timeout;
    if (timeout > maxTimerDelay) return;
    this.#timer = setTimeout(() => {
      this.#isTimedOut = true;
      this.abort(new DOMException('The time limit has passed', 'TimeoutError'));
    }, timeout);
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

  /** The same as that of an `AbortSignal`. */
  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener);
    if (this.#listeners?.size !== 0) return;
    this.#listeners = undefined;
    this.#idleSince = performance.now();
  }

  /** Removes timers and listeners. Call it when the work is over. */
  dispose(): void {
    for (const unfollow of this.#unfollow) unfollow();
    clearTimeout(this.#timer);
  }

  #follow(parent: AbortSignal | Cancellation): () => void {
    const abort = () => this.abort(parent.reason);
    if (parent.aborted) abort();
    if (!(parent instanceof Cancellation)) return onAbort(parent, abort);
    parent.addEventListener('abort', abort);
    return () => parent.removeEventListener('abort', abort);
  }
}

interface Listener {
  readonly callbacks: Set<() => void>;
  /** A closure, because workerd calls listeners with another `this` than the signal. */
  readonly callAll: () => void;
}

const listeners = new WeakMap<AbortSignal, Listener>();

function createListener(): Listener {
  const callbacks = new Set<() => void>();
  const callAll = () => {
    for (const callback of callbacks) callback();
  };
  return { callbacks, callAll };
}

/** Calls back on abort, until the returned function is called. One listener per signal, because Node.js warns of more than ten. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const listener = listeners.get(signal) ?? createListener();
  const { callbacks, callAll } = listener;
  listeners.set(signal, listener);
  callbacks.add(callback);
  signal.addEventListener('abort', callAll);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) signal.removeEventListener('abort', callAll);
  };
}

/** Settles like the promise, or rejects with the signal's reason when it aborts, whichever comes first. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | Cancellation): Promise<T> {
  return new Promise((resolve, reject) => {
    const abandon = () => reject(signal.reason);
    if (signal.aborted) abandon();
    signal.addEventListener('abort', abandon);
    const stop = () => signal.removeEventListener('abort', abandon);
    promise.then(stop, stop);
    promise.then(resolve, reject);
  });
}

/** How long to wait for a function that the caller passed, such as a callback or the method of a store. Milliseconds. */
export const maxWait = 20_000;

/** Settles like the work, or rejects with an error after the time limit. The work itself continues. */
export async function inTime<T>(
  work: () => T | Promise<T>,
  errorOf: () => Error,
  limit = maxWait,
): Promise<T> {
  // First, so that a time limit in the work, whose error is more specific, ends before this one.
  const result = (async () => work())();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(errorOf()), limit);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits, or rejects with the signal's reason when it aborts. */
export function sleep(milliseconds: number, signal: AbortSignal | Cancellation): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(milliseconds, maxTimerDelay));
  });
  return untilAborted(elapsed, signal).finally(() => clearTimeout(timer));
}

/**
 * Returns a function that calls `work`, but never twice at once. All calls while `work` runs share one more call, which starts when
 * the running one has settled.
 */
export function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const start = () => {
    next = undefined;
    return work();
  };
  return () => {
    next ??= last.then(start, start);
    last = next;
    return next;
  };
}
