import { PhaseLockedLimiter } from './phase-locked-limiter.js';
import type { RateLimit } from './rate-limiter.js';

/** The limiters of a process, however many clients and copies of this package there are in it: one for each key. */
interface Registry {
  /** Held weakly, so that a limiter lives as long as a client that uses it. */
  readonly all: Map<string, WeakRef<PhaseLockedLimiter>>;
  /** Held though no client may be left, so that whoever makes a client for each request keeps to the limit too. */
  readonly latest: Map<string, PhaseLockedLimiter>;
}

const registryName = Symbol.for('outlet-open-api/limiters@1');

/** How many of the keys that were used last are kept in mind. */
const longestMemory = 100;

/** The limiter of a key. Where another client of the key set another limit, the stricter one holds and `warn` is told. */
export function sharedLimiter(
  key: string,
  limit: RateLimit | undefined,
  warn: (message: string) => void,
): PhaseLockedLimiter {
  const known = registry().all.get(key)?.deref();
  if (known?.restrict(limit)) {
    warn('Two clients of one key have different rate limits: the stricter one holds for both');
  }
  const limiter = known ?? newLimiter(key, limit);
  remember(key, limiter);
  return limiter;
}

function newLimiter(key: string, limit: RateLimit | undefined): PhaseLockedLimiter {
  const limiter = new PhaseLockedLimiter(limit);
  registry().all.set(key, new WeakRef(limiter));
  cleanUp.register(limiter, key);
  return limiter;
}

function remember(key: string, limiter: PhaseLockedLimiter): void {
  const { latest } = registry();
  latest.delete(key);
  latest.set(key, limiter);
  const [oldest] = latest.keys();
  if (latest.size > longestMemory && oldest !== undefined) latest.delete(oldest);
}

const cleanUp = new FinalizationRegistry<string>((key) => {
  const { all } = registry();
  if (!all.get(key)?.deref()) all.delete(key);
});

function registry(): Registry {
  const holder: typeof globalThis & { [registryName]?: Registry } = globalThis;
  holder[registryName] ??= { all: new Map(), latest: new Map() };
  return holder[registryName];
}
