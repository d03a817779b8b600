import { assertValid } from '../../errors/request-validation-error.js';
import { isCount } from '../../is-count.js';
import type { Deduplicator } from './deduplicator.js';

/** How much is remembered. */
export interface MemoryDeduplicatorOptions {
  /**
   * How many deliveries at most. Those that were handled longest ago are forgotten first; where as many are still being handled, a
   * further one waits. Default: 10,000.
   */
  readonly maxEntries?: number | undefined;
}

/** A claim that runs, which has a token, or a delivery that was handled, which has none any more. */
interface Entry {
  readonly token: string | undefined;
  readonly lease: number;
  /** By the process's own clock, in milliseconds. */
  until: number;
}

/**
 * Remembers deliveries in the memory of this process: for one process, and until it ends. What several share goes behind the same
 * interface.
 *
 * @example
 * ```ts
 * createWebhookHandler({ deduplicator: createMemoryDeduplicator({ maxEntries: 50_000 }), on });
 * ```
 * @throws RequestValidationError where `maxEntries` is no positive whole number
 */
export function createMemoryDeduplicator(options: MemoryDeduplicatorOptions = {}): Deduplicator {
  const { maxEntries = 10_000 } = { ...options };
  assertValid(refused, { maxEntries: isCount(maxEntries) || 'must be a whole number from 1 up' });
  /** What was handled stands in the order in which it was. */
  const entries = new Map<string, Entry>();
  let claims = 0;

  function makeRoom(): void {
    for (const [key, { token, until }] of entries) {
      const isFull = entries.size >= maxEntries;
      if (until <= performance.now() || (isFull && token === undefined)) entries.delete(key);
      else if (!isFull) return;
    }
  }

  function change(key: string, token: string, by: (entry: Entry) => void): void {
    const entry = entries.get(key);
    if (entry?.token === token && entry.until > performance.now()) by(entry);
  }

  return {
    async claim(key, { lease }) {
      const now = performance.now();
      const entry = entries.get(key);
      if (entry && entry.until > now) return { state: entry.token === undefined ? 'done' : 'busy' };
      makeRoom();
      if (entries.size >= maxEntries) return { state: 'busy' };
      claims += 1;
      const token = String(claims);
      entries.set(key, { token, lease, until: now + lease });
      return { state: 'run', token };
    },
    async renew(key, token) {
      change(key, token, (entry) => {
        entry.until = performance.now() + entry.lease;
      });
    },
    async done(key, token, { ttl }) {
      change(key, token, (entry) => {
        entries.delete(key);
        entries.set(key, { ...entry, token: undefined, until: performance.now() + ttl });
      });
    },
    async release(key, token) {
      change(key, token, () => entries.delete(key));
    },
  };
}

const refused = 'The deduplicator cannot be made';
