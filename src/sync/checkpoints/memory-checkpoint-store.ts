import type { CheckpointStore } from './checkpoint-store.js';

/**
 * Keeps checkpoints in the memory of this process: for tests, and for what may begin anew with the process.
 *
 * @example
 * ```ts
 * const checkpoints = createMemoryCheckpointStore();
 * await backfillOrders(outlet, { from, to, checkpoints, onOrders });
 * ```
 */
export function createMemoryCheckpointStore(): CheckpointStore {
  // As text, so that nobody changes what is kept.
  const texts = new Map<string, string>();
  const holders = new Map<string, { until: number }>();

  return {
    async load(name) {
      const text = texts.get(name);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async save(name, checkpoint) {
      texts.set(name, JSON.stringify(checkpoint));
    },
    async lease(name, ms) {
      const holder = holders.get(name);
      if (holder && holder.until > Date.now()) return undefined;
      const own = { until: Date.now() + ms };
      holders.set(name, own);
      return {
        async renew(longer) {
          if (holders.get(name) !== own) return false;
          own.until = Date.now() + longer;
          return true;
        },
        async release() {
          if (holders.get(name) === own) holders.delete(name);
        },
      };
    },
  };
}
