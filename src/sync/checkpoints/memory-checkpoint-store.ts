import type { CheckpointStore } from './checkpoint-store.js';
import { LeaseError } from './lease-error.js';

/**
 * Creates a store that keeps checkpoints in memory, for tests. After a restart, runs start from the beginning.
 * @example
 * ```ts
 * const checkpoints = createMemoryCheckpointStore();
 * await backfillOrders(outlet, { name: 'backfill', outletRef: 'bistro', from, to, checkpoints, onOrders });
 * ```
 */
export function createMemoryCheckpointStore(): CheckpointStore {
  // JSON text, so that a caller cannot change a saved checkpoint.
  const saved = new Map<string, string>();
  const holders = new Map<string, { until: number }>();

  return {
    async load(name) {
      const text = saved.get(name);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async acquire({ name, leaseDuration }) {
      const holder = holders.get(name);
      if (holder && holder.until > Date.now()) return undefined;
      const own = { until: Date.now() + leaseDuration };
      holders.set(name, own);
      return {
        async save(checkpoint) {
          if (holders.get(name) !== own) throw new LeaseError('lost', name);
          saved.set(name, JSON.stringify(checkpoint));
        },
        async renew({ leaseDuration }) {
          if (holders.get(name) !== own) return false;
          own.until = Date.now() + leaseDuration;
          return true;
        },
        async release() {
          if (holders.get(name) === own) holders.delete(name);
        },
      };
    },
    async delete(name) {
      saved.delete(name);
    },
    async list() {
      return [...saved.keys()];
    },
  };
}
