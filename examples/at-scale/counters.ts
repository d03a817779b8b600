import type { Redis } from 'ioredis';

/** What the processes count together. */
export type CounterName = 'received' | 'done' | 'failed' | 'not found' | '429s';

const key = 'at-scale:counters';

/** Counts in Redis, for all processes. A count that Redis does not receive is lost. */
export function count(redis: Redis, name: CounterName): void {
  redis.hincrby(key, name, 1).catch(() => {});
}

/** Returns all counts. */
export async function readCounters(redis: Redis): Promise<Record<CounterName, number>> {
  const counts = await redis.hgetall(key);
  const read = (name: CounterName) => Number(counts[name] ?? 0);
  return {
    received: read('received'),
    done: read('done'),
    failed: read('failed'),
    'not found': read('not found'),
    '429s': read('429s'),
  };
}
