import { once } from 'node:events';
import { Redis } from 'ioredis';
import pg from 'pg';

/** Connects to Redis. Commands wait while Redis is down, as BullMQ workers need it. */
export function connectRedis(): Redis {
  return logOutages(new Redis(variable('REDIS_URL'), { maxRetriesPerRequest: null }));
}

/** Connects to Redis for a receiver. Commands fail at once while Redis is down, so that the delivery gets a 503 in time. */
export function connectRedisFailFast(): Redis {
  const options = { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 3_000 };
  return logOutages(new Redis(variable('REDIS_URL'), { ...options, retryStrategy: () => 250 }));
}

/** Opens a pool of connections to PostgreSQL. */
export function connectDatabase(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: variable('DATABASE_URL'),
    // Without these limits, a database that has stopped to respond would block a process for ever.
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    // A process that is suspended in a transaction would block its orders.
    idle_in_transaction_session_timeout: 60_000,
  });
  // Without this listener, the end of a connection would end the process.
  pool.on('error', ({ message }) => console.error(`PostgreSQL closed a connection: ${message}`));
  return pool;
}

/** Resolves when the process is asked to stop. */
export async function untilStopped(): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
}

/** Returns an environment variable. */
export function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set the environment variable ${name}. README.md lists all of them.`);
  return value;
}

/** Logs each outage once. ioredis emits an error per attempt to connect. */
function logOutages(redis: Redis): Redis {
  let isDown = false;
  redis.on('error', ({ message }) => {
    if (!isDown) console.error(`Redis is unreachable: ${message}`);
    isDown = true;
  });
  redis.on('ready', () => {
    isDown = false;
  });
  return redis;
}
