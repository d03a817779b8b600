/** Everybody who waits for one signal. */
class Followers {
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

const followersOf = new WeakMap<AbortSignal, Followers>();

/**
 * Calls back when a signal aborts. Gives what ends that. However many calls share a signal, it has one listener: from the
 * eleventh on, Node warns of a leak.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const followers = followersOf.get(signal) ?? new Followers(signal);
  followersOf.set(signal, followers);
  followers.add(callback);
  return () => followers.delete(callback);
}
