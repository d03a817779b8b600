import { readOptions } from '../options/read-options.js';
import type { CheckpointStore } from '../sync/checkpoints/checkpoint-store.js';
import { LeaseError } from '../sync/checkpoints/lease-error.js';
import { type RedisOptions, redisOptions, redisScript } from './redis-client.js';

/** The value of a lease is its end on the clock of Redis, in milliseconds, and its token. */
const readLease = `
local value = redis.call('HGET', KEYS[1], ARGV[1])
local ends, token
if value then ends, token = string.match(value, '^(%d+) (.+)$') end`;

const writeLease = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function write()
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %s', now + ARGV[3], ARGV[2]))
  return 1
end`;

/** A client that reconnects sends the same request again. Its own lease does not reject it. */
const takeLease = redisScript(`${readLease}${writeLease}
if token and token ~= ARGV[2] and tonumber(ends) > now then return 0 end
return write()`);

const renewLease = redisScript(`${readLease}${writeLease}
if token ~= ARGV[2] then return 0 end
return write()`);

const releaseLease = redisScript(`${readLease}
if token == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end`);

const saveCheckpoint = redisScript(`${readLease}
if token ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
return 1`);

const loadCheckpoint = redisScript("return redis.call('HGET', KEYS[1], ARGV[1])");
const deleteCheckpoint = redisScript("return redis.call('HDEL', KEYS[1], ARGV[1])");
const listCheckpoints = redisScript("return redis.call('HKEYS', KEYS[1])");

/**
 * Creates a checkpoint store in Redis, for processes on one or many machines. Leases use the clock of Redis, so the clocks of the
 * machines can differ. If a process dies, the next run of the name starts when its lease has expired.
 *
 * Turn on the append-only file (`appendonly yes`), and set `maxmemory-policy` to `noeviction`. If Redis loses
 * checkpoints, the next run repeats records, and skips none. Guide: Checkpoints › Redis.
 * @throws {@link RequestValidationError} if an option is invalid
 * @example
 * ```ts
 * import { Redis } from 'ioredis';
 * import { createRedisCheckpointStore } from 'outlet-open-api/redis';
 *
 * const checkpoints = createRedisCheckpointStore({ redis: new Redis(process.env.REDIS_URL) });
 * await backfillOrders(outlet, { name: 'backfill', outletRef: 'bistro', from, checkpoints, onOrders });
 * ```
 */
export function createRedisCheckpointStore(options: RedisOptions): CheckpointStore {
  const { redis, prefix } = readOptions('The checkpoint store was not created', options, redisOptions);
  const [leases, checkpoints] = [`${prefix}:{checkpoints}:leases`, `${prefix}:{checkpoints}:saved`];
  return {
    load: (name) => loadCheckpoint(redis, [checkpoints], name),
    async acquire({ name, leaseDuration }) {
      const token = crypto.randomUUID();
      if ((await takeLease(redis, [leases], name, token, leaseDuration)) !== 1) return undefined;
      return {
        async save(checkpoint) {
          const text = JSON.stringify(checkpoint);
          const isSaved = await saveCheckpoint(redis, [leases, checkpoints], name, token, text);
          if (isSaved !== 1) throw new LeaseError('lost', name);
        },
        renew: async ({ leaseDuration }) =>
          (await renewLease(redis, [leases], name, token, leaseDuration)) === 1,
        async release() {
          await releaseLease(redis, [leases], name, token);
        },
      };
    },
    async delete(name) {
      await deleteCheckpoint(redis, [checkpoints], name);
    },
    async list() {
      const names = await listCheckpoints(redis, [checkpoints]);
      return Array.isArray(names) ? names.map(String) : [];
    },
  };
}
