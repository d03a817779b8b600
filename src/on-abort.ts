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

/** Calls back on abort, until the returned function is called. One listener per signal, because Node.js warns of more than ten. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const listeners = listenersOf.get(signal) ?? new Listeners(signal);
  listenersOf.set(signal, listeners);
  listeners.add(callback);
  return () => listeners.delete(callback);
}
