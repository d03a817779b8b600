import { checkCount } from '../../options/checks.js';
import { readOptions } from '../../options/read-options.js';
import type { Deduplicator } from './deduplicator.js';

/** Options of a deduplicator in memory. */
export interface MemoryDeduplicatorOptions {
  /**
   * Maximum number of deliveries to remember: a whole number from 1 up. The oldest handled delivery is forgotten first. If this many
   * deliveries are being handled, the next delivery waits. Default: 10,000.
   */
  readonly maxEntries?: number | undefined;
}

/** An active claim, or a handled delivery, which has no token. */
interface Entry {
  readonly token: string | undefined;
  /** On the monotonic clock, in milliseconds. */
  until: number;
}

/**
 * Creates a deduplicator in the memory of this process. If several processes receive webhooks, use one that they share, from
 * `outlet-open-api/redis` or `outlet-open-api/postgres`.
 * @example
 * ```ts
 * const deduplicator = createMemoryDeduplicator({ maxEntries: 50_000 });
 * ```
 * @throws {@link RequestValidationError} if `maxEntries` is not a whole number from 1 up
 */
export function createMemoryDeduplicator(options?: MemoryDeduplicatorOptions): Deduplicator {
  const { maxEntries } = readOptions('The deduplicator was not created', options, (option) => ({
    maxEntries: option('maxEntries', checkCount, 10_000),
  }));
  /** Handled deliveries are in the order in which they were handled. */
  const entries = new Map<string, Entry>();
  let claims = 0;

  function makeRoom(): void {
    for (const [key, { token, until }] of entries) {
      const isFull = entries.size >= maxEntries;
      if (until <= performance.now() || (isFull && token === undefined)) entries.delete(key);
      else if (!isFull) return;
    }
  }

  function claimOf(key: string, token: string): Entry | undefined {
    const entry = entries.get(key);
    return entry?.token === token && entry.until > performance.now() ? entry : undefined;
  }

  return {
    async claim(key, { leaseDuration }) {
      const entry = entries.get(key);
      if (entry && entry.until > performance.now())
        return { state: entry.token === undefined ? 'done' : 'busy' };
      makeRoom();
      if (entries.size >= maxEntries) return { state: 'busy' };
      claims += 1;
      const token = String(claims);
      entries.set(key, { token, until: performance.now() + leaseDuration });
      return { state: 'run', token };
    },
    async renew(key, token, leaseDuration) {
      const claim = claimOf(key, token);
      if (claim) claim.until = performance.now() + leaseDuration;
      return claim !== undefined;
    },
    async done(key, token, { ttl }) {
      if (!claimOf(key, token)) return;
      entries.delete(key);
      entries.set(key, { token: undefined, until: performance.now() + ttl });
    },
    async release(key, token) {
      if (claimOf(key, token)) entries.delete(key);
    },
  };
}
