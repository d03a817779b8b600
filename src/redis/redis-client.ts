import type { Verdict } from '../errors/issue.js';
import { checkText, hasMethods } from '../options/checks.js';
import type { OptionReader } from '../options/read-options.js';

/** A client of `ioredis`, version 5 or 6: the members that this package uses. `Redis` and `Cluster` have them. */
export interface RedisClient {
  /** `ready` if the connection accepts commands. */
  readonly status: string;
  /** Runs a Lua script. */
  eval(script: string, numberOfKeys: number, ...keysAndArguments: (string | number)[]): Promise<unknown>;
  /** Runs a Lua script that Redis knows, by its SHA-1 hash. */
  evalsha(sha1: string, numberOfKeys: number, ...keysAndArguments: (string | number)[]): Promise<unknown>;
}

/** Options of every function in `outlet-open-api/redis`. */
export interface RedisOptions {
  /** A client of `ioredis`. You create it, and close it. */
  readonly redis: RedisClient;
  /** The start of each key. Applications that share a Redis database need different prefixes. Default: `outlet-open-api`. */
  readonly prefix?: string | undefined;
}

/** Reads the options of every function. */
export function redisOptions(option: OptionReader<RedisOptions>) {
  return {
    redis: option('redis', checkRedis),
    prefix: option('prefix', checkText, 'outlet-open-api'),
  };
}

function checkRedis(redis: unknown): Verdict {
  return hasMethods(redis, 'eval', 'evalsha') || 'must be a client of ioredis';
}

/**
 * Prepares a Lua script. Returns a function that runs it with its keys, which must have the same hash tag, and its arguments. A run
 * sends only the hash of the script. After a start, a flush of scripts or a failover, Redis does not know the hash, so the run sends
 * the whole script.
 */
export function redisScript(code: string) {
  let hash: Promise<string> | undefined;
  return async (
    redis: RedisClient,
    keys: readonly string[],
    ...values: (string | number)[]
  ): Promise<unknown> => {
    hash ??= sha1(code);
    try {
      return await redis.evalsha(await hash, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval(code, keys.length, ...keys, ...values);
    }
  };
}

async function sha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
