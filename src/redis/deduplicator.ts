import { readOptions } from '../options/read-options.js';
import type { Deduplicator } from '../webhooks/deduplication/deduplicator.js';
import { type RedisOptions, redisOptions, redisScript } from './redis-client.js';

/** The value of a handled delivery. The value of a claim is its token. */
const handled = 'done';

/** Returns the value of the key. A client that reconnects can send a claim again. It then gets its own token. */
const claim = redisScript(`
local value = redis.call('GET', KEYS[1])
if value then return value end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]`);

/** Replaces the value of a claim, and its expiry. */
const replace = redisScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`);

const release = redisScript(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`);

/**
 * Creates a deduplicator in Redis, for processes on one or many machines. A claim is one key that expires with its lease, so a process
 * that dies frees its claims.
 *
 * Set `maxmemory-policy` to `noeviction`. If Redis loses a key, its delivery can be handled again.
 * Guide: Webhook delivery › A shared deduplicator.
 * @throws {@link RequestValidationError} if an option is invalid
 * @example
 * ```ts
 * import { Redis } from 'ioredis';
 * import { createRedisDeduplicator } from 'outlet-open-api/redis';
 *
 * const deduplicator = createRedisDeduplicator({ redis: new Redis(process.env.REDIS_URL) });
 * const handler = createWebhookHandler({ deduplicator, ...options });
 * ```
 */
export function createRedisDeduplicator(options: RedisOptions): Deduplicator {
  const { redis, prefix } = readOptions('The deduplicator was not created', options, redisOptions);
  const keysOf = (key: string) => [`${prefix}:{${key}}:delivery`];
  return {
    async claim(key, { leaseDuration }) {
      const token = crypto.randomUUID();
      const value = await claim(redis, keysOf(key), token, leaseDuration);
      if (value === token) return { state: 'run', token };
      return { state: value === handled ? 'done' : 'busy' };
    },
    renew: async (key, token, leaseDuration) =>
      (await replace(redis, keysOf(key), token, token, leaseDuration)) === 1,
    done: (key, token, { ttl }) => replace(redis, keysOf(key), token, handled, ttl),
    release: (key, token) => release(redis, keysOf(key), token),
  };
}
