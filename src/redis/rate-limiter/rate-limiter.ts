import { hasMethods, isCount } from '../../checks.js';
import { assertValid } from '../../errors/request-validation-error.js';
import type { Logger } from '../../logger.js';
import { type ClientLimiter, KeyLimiter } from '../../rate-limit/limiter.js';
import type { RateLimiter } from '../../rate-limit/rate-limiter.js';
import { checkRedisOptions, defaultPrefix, type RedisOptions } from '../redis-client.js';
import { RedisSlots } from './redis-slots.js';
import { SharedSchedule } from './shared-schedule.js';

/** How long the limiter keeps what it knows about an idle key. Milliseconds. */
const memory = 60_000;

/** Options of `createRedisRateLimiter`. */
export interface RedisRateLimiterOptions extends RedisOptions {
  /**
   * The maximum number of processes that use an API key at the same time. While Redis does not respond, each process uses this
   * fraction of the limit. A whole number from 1 up. Default: 4.
   */
  readonly processes?: number | undefined;
  /** Receives a warning when Redis fails, and a message when it is back. Default: `console`. */
  readonly logger?: Pick<Logger, 'info' | 'warn'> | undefined;
}

/**
 * Creates a rate limiter that several processes share, so that together they keep the limit of each API key. Create one per
 * process, and pass it to all clients of the process.
 *
 * - **Guarantee.** Each request gets a place in a window of the API, and a window has only as many places as the limit allows. A
 *   request that arrives late can get a 429, which the client retries. Programs that use the key without this limiter are only
 *   noticed by their effect on the response headers.
 * - **Shares.** Processes whose calls wait get equal shares of the limit. A process that is alone gets the whole limit. In each
 *   process, interactive calls go before background calls. An interactive call waits for the next place of its process, which
 *   takes up to 200 ms for each busy process at 5 requests per second.
 * - **Without Redis.** If Redis does not respond within 500 ms, calls continue, and the limiter logs one warning. Each process then
 *   uses its share, `limit / processes`, rounded down to whole requests per window, or to one request per several windows. The
 *   limiter tries Redis once per second. A call never fails because of Redis.
 * - **Data.** Redis stores one hash per API key, until 2 minutes after its last use. Its name contains a hash of the origin and the
 *   token, and never the token. If the hash is lost, for example in a flush, a few requests can get a 429. Eviction and missing
 *   persistence are harmless.
 * - **Memory.** A process keeps about 5 KB per API key until the key has been idle for a minute. An idle key has no timer.
 * - **State.** `outlet.rateLimit` describes this process: `queued` counts its own calls.
 *
 * The limiter never closes `redis`. API specification: Limits.
 * @throws RequestValidationError if an option is invalid
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
export function createRedisRateLimiter(options: RedisRateLimiterOptions): RateLimiter {
  const { redis, prefix = defaultPrefix, processes = 4, logger = console } = options;
  assertValid('The rate limiter was not created', {
    ...checkRedisOptions(options),
    processes: isCount(processes) || 'must be a whole number from 1 up',
    logger: hasMethods(logger, 'info', 'warn') || 'must have the methods info and warn',
  });
  const slots = new RedisSlots(redis, prefix, logger);
  const keys = new RecentKeys((key) => {
    const limiter: KeyLimiter = new KeyLimiter(
      new SharedSchedule(key, slots, processes, () => limiter.serve()),
    );
    return limiter.forClients(undefined);
  });
  return {
    holdsRefused: true,
    take: (request) => keys.use(request.key).take(request),
    state: (key) => keys.use(key).state(),
  };
}

/** The limiters of the keys that were used lately, in the order of their last use. */
class RecentKeys {
  readonly #create: (key: string) => ClientLimiter;
  readonly #limiters = new Map<string, { readonly limiter: ClientLimiter; readonly usedAt: number }>();

  constructor(create: (key: string) => ClientLimiter) {
    this.#create = create;
  }

  use(key: string): ClientLimiter {
    const now = performance.now();
    const limiter = this.#limiters.get(key)?.limiter ?? this.#create(key);
    this.#limiters.delete(key);
    this.#limiters.set(key, { limiter, usedAt: now });
    for (const [oldKey, old] of this.#limiters) {
      if (now - old.usedAt < memory || !old.limiter.queue.isEmpty) break;
      this.#limiters.delete(oldKey);
    }
    return limiter;
  }
}
