import type { Redis } from 'ioredis';

/** What the processes count together. */
const initial = { received: 0, done: 0, failed: 0, 'not found': 0, '429s': 0 };

export type CounterName = keyof typeof initial;

const key = 'at-scale:counters';

/** Counts in Redis, for all processes. A count that Redis does not receive is lost. */
export function count(redis: Redis, name: CounterName): void {
  redis.hincrby(key, name, 1).catch(() => {});
}

/** Returns all counts. */
export async function readCounters(redis: Redis): Promise<Record<CounterName, number | string>> {
  return { ...initial, ...(await redis.hgetall(key)) };
}
