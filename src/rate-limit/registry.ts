import { type ClientLimiter, KeyLimiter } from './limiter.js';
import type { RateLimit } from './rate-limiter.js';

/** The limiters of a process, shared by all clients and all copies of this package in it. */
interface Registry {
  /** Every limiter in use. Weak references, so that a limiter is collected with the last client that uses it. */
  readonly all: Map<string, WeakRef<KeyLimiter>>;
  /** The limiters of the latest keys. Strong references, so that a program that creates a client per request keeps the limit. */
  readonly latest: Map<string, KeyLimiter>;
}

const registryName = Symbol.for('outlet-open-api/limiters@2');

const maxLatest = 100;

/**
 * Returns the limiter for clients of a key that set this limit. It keeps the limit of the key, which all clients share, and the
 * limit of the clients, which clients with an equal limit share.
 */
export function limiterFor(key: string, ownLimit: RateLimit | undefined): ClientLimiter {
  const limiter = registry().all.get(key)?.deref() ?? addLimiter(key);
  keepLatest(key, limiter);
  return limiter.limiterFor(ownLimit);
}

function addLimiter(key: string): KeyLimiter {
  const limiter = new KeyLimiter();
  registry().all.set(key, new WeakRef(limiter));
  collected.register(limiter, key);
  return limiter;
}

function keepLatest(key: string, limiter: KeyLimiter): void {
  const { latest } = registry();
  latest.delete(key);
  latest.set(key, limiter);
  const [oldest] = latest.keys();
  if (latest.size > maxLatest && oldest !== undefined) latest.delete(oldest);
}

const collected = new FinalizationRegistry<string>((key) => {
  const { all } = registry();
  if (!all.get(key)?.deref()) all.delete(key);
});

function registry(): Registry {
  const holder: typeof globalThis & { [registryName]?: Registry } = globalThis;
  holder[registryName] ??= { all: new Map(), latest: new Map() };
  return holder[registryName];
}
