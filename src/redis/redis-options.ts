import { hasMethods, isText, type Verdict } from '../checks.js';
import type { RedisClient } from './script.js';

/** Options of every function in `outlet-open-api/redis`. */
export interface RedisOptions {
  /** A client of `ioredis`. You create it, and close it. */
  readonly redis: RedisClient;
  /** The start of each key. Applications that share a Redis database need different prefixes. Default: `outlet-open-api`. */
  readonly prefix?: string | undefined;
}

export const defaultPrefix = 'outlet-open-api';

export function checkRedisOptions({ redis, prefix = defaultPrefix }: RedisOptions): Record<string, Verdict> {
  return {
    redis: hasMethods(redis, 'eval', 'evalsha') || 'must be a client of ioredis',
    prefix: isText(prefix) || 'must be a non-empty string',
  };
}
