import { Redis } from 'ioredis';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isInstalled } from './programs.js';
import { startPostgres } from './start-postgres.js';
import { startRedis } from './start-redis.js';

test.skipIf(!isInstalled('redis-server'))(
  'Redis keeps its data after SIGKILL if its options say so',
  async () => {
    const server = await startRedis({ appendonly: 'yes', appendfsync: 'always' });
    const redis = new Redis(server.url);
    // It connects again by itself.
    redis.on('error', () => {});
    await redis.set('key', 'value');
    await server.kill();
    await server.start();
    expect(await redis.get('key')).toBe('value');

    server.pause();
    const late = redis.get('key');
    server.resume();
    expect(await late).toBe('value');
    redis.disconnect();
    await server.close();
  },
);

test.skipIf(!isInstalled('postgres'))('PostgreSQL keeps its data after SIGKILL', async () => {
  const server = await startPostgres();
  const pool = new pg.Pool({ connectionString: server.url });
  // A pool reports connections that end while nobody uses them.
  pool.on('error', () => {});
  await pool.query('create table kept as select 1 as value');
  await server.kill();
  await server.start();
  expect((await pool.query('select value from kept')).rows).toEqual([{ value: 1 }]);
  await pool.end();
  await server.close();
});
