class Listeners {
  readonly #callbacks = new Set<() => void>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(callback: () => void): void {
    if (this.#callbacks.size === 0) this.#signal.addEventListener('abort', this.#callAll);
    this.#callbacks.add(callback);
  }

  delete(callback: () => void): void {
    this.#callbacks.delete(callback);
    if (this.#callbacks.size === 0) this.#signal.removeEventListener('abort', this.#callAll);
  }

  readonly #callAll = () => {
    for (const callback of this.#callbacks) callback();
  };
}

const listenersOf = new WeakMap<AbortSignal, Listeners>();

/**
 * Calls back when a signal aborts. Returns a function that stops this. Calls that share a signal share one listener, because Node.js
 * warns of a leak if a signal has more than ten.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const listeners = listenersOf.get(signal) ?? new Listeners(signal);
  listenersOf.set(signal, listeners);
  listeners.add(callback);
  return () => listeners.delete(callback);
}
