import type { Verdict } from '../../errors/issue.js';
import type { Logger } from '../../logger.js';
import { checkCount, checkInterval, hasMethods } from '../../options/checks.js';
import { checkOptions, type OptionReader, readOptions } from '../../options/read-options.js';
import { type BuiltInLimiter, KeyLimiter } from '../../rate-limit/limiter.js';
import type { RateLimit, RateLimiter } from '../../rate-limit/rate-limiter.js';
import { type RedisOptions, redisOptions } from '../redis-client.js';
import { RedisSlots } from './redis-slots.js';
import { SharedSchedule } from './shared-schedule.js';

/** How long the limiter keeps what it knows about an idle key. Milliseconds. */
const idleTtl = 60_000;

/** Options of `createRedisRateLimiter`. */
export interface RedisRateLimiterOptions extends RedisOptions {
  /**
   * The maximum number of processes that use an API key at the same time. While Redis does not respond, each process uses this
   * fraction of the limit. A whole number from 1 up. Default: 4.
   */
  readonly processes?: number | undefined;
  /**
   * A limit for the requests that this limiter allows with a key, below the limit of the key. It applies to one process, such as one with
   * backfills, which then leaves room for the others. Default: none.
   */
  readonly ownLimit?: RateLimit | undefined;
  /** Receives a warning when Redis fails, and a message when it is back. Default: `console`. */
  readonly logger?: Pick<Logger, 'info' | 'warn'> | undefined;
}

/**
 * Creates a rate limiter that several processes share, so that together they keep the limit of each API key. Create one per
 * process, and pass it to all clients of the process.
 *
 * Processes whose calls wait get equal shares of the limit. If Redis does not respond within 500 ms, each
 * process uses its share, `limit / processes`. A call never fails because of Redis. The limiter never closes
 * `redis`. Guide: Scaling › Share the rate limit. API specification: Limits.
 * @throws {@link RequestValidationError} if an option is invalid
 * @example
 * ```ts
 * import { Redis } from 'ioredis';
 * import { OutletClient } from 'outlet-open-api';
 * import { createRedisRateLimiter } from 'outlet-open-api/redis';
 *
 * const redis = new Redis('redis://localhost:6379');
 * const rateLimit = createRedisRateLimiter({ redis, processes: 4 });
 * const outlet = new OutletClient({ rateLimit });
 * ```
 */
export function createRedisRateLimiter(options: RedisRateLimiterOptions): Required<RateLimiter> {
  const { redis, prefix, processes, ownLimit, logger } = readOptions(
    'The rate limiter was not created',
    options,
    (option: OptionReader<RedisRateLimiterOptions>) => ({
      ...redisOptions(option),
      processes: option('processes', checkCount, 4),
      ownLimit: option('ownLimit', checkOwnLimit, undefined),
      logger: option('logger', checkLogger, console),
    }),
  );
  const slots = new RedisSlots(redis, prefix, logger);
  const keys = new RecentKeys((key) => {
    const ofKey: KeyLimiter = new KeyLimiter(new SharedSchedule(key, slots, processes, () => ofKey.serve()));
    return ofKey.withLimit(ownLimit);
  });
  return {
    take: (request) => keys.use(request.key).take(request),
    state: (key) => keys.use(key).state(),
  };
}

const checkOwnLimit = checkOptions<RateLimit>((option) => ({
  requests: option('requests', checkCount),
  interval: option('interval', checkInterval),
}));

function checkLogger(logger: unknown): Verdict {
  return hasMethods(logger, 'info', 'warn') || 'must have the methods info and warn';
}

/** The limiters of the keys that were used lately, in the order of their last use. */
class RecentKeys {
  readonly #create: (key: string) => BuiltInLimiter;
  readonly #limiters = new Map<string, { readonly limiter: BuiltInLimiter; readonly usedAt: number }>();

  constructor(create: (key: string) => BuiltInLimiter) {
    this.#create = create;
  }

  use(key: string): BuiltInLimiter {
    const now = performance.now();
    const limiter = this.#limiters.get(key)?.limiter ?? this.#create(key);
    this.#limiters.delete(key);
    this.#limiters.set(key, { limiter, usedAt: now });
    for (const [oldKey, old] of this.#limiters) {
      if (now - old.usedAt < idleTtl) break;
      const { interactive, background } = old.limiter.state().queued;
      if (interactive + background === 0) this.#limiters.delete(oldKey);
    }
    return limiter;
  }
}
