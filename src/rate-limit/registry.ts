import type { RateLimit } from './rate-limiter.js';
import { ThrottledLimiter } from './throttled-limiter.js';

/**
 * One limiter per key in a process, however many clients and copies of this package there are. They are held weakly: a
 * limiter lives as long as a client that uses it.
 */
const registryName = Symbol.for('outlet-open-api/limiters@1');

/** The limiter of a key. Where another client of the key set another limit, the stricter one holds and `warn` is told. */
export function sharedLimiter(
  key: string,
  limit: RateLimit,
  warn: (message: string) => void,
): ThrottledLimiter {
  const limiters = registry();
  const known = limiters.get(key)?.deref();
  if (known) {
    if (known.restrict(limit))
      warn('Two clients of one key have different rate limits: the stricter one holds for both');
    return known;
  }
  const limiter = new ThrottledLimiter(limit);
  limiters.set(key, new WeakRef(limiter));
  cleanUp.register(limiter, key);
  return limiter;
}

const cleanUp = new FinalizationRegistry<string>((key) => {
  if (!registry().get(key)?.deref()) registry().delete(key);
});

function registry(): Map<string, WeakRef<ThrottledLimiter>> {
  const holder: typeof globalThis & { [registryName]?: Map<string, WeakRef<ThrottledLimiter>> } = globalThis;
  holder[registryName] ??= new Map();
  return holder[registryName];
}
