import { Redis } from 'ioredis';
import { createPostgresDeduplicator } from 'outlet-open-api/postgres';
import { createRedisDeduplicator } from 'outlet-open-api/redis';
import pg from 'pg';

/** Opens the deduplicator of a server. */
export function openDeduplicator(url: string) {
  if (url.startsWith('redis:')) {
    const redis = new Redis(url);
    return { deduplicator: createRedisDeduplicator({ redis }), close: async () => redis.disconnect() };
  }
  const pool = new pg.Pool({ connectionString: url });
  // A pool reports connections that end while nobody uses them.
  pool.on('error', () => {});
  return { deduplicator: createPostgresDeduplicator({ pool }), close: () => pool.end() };
}
