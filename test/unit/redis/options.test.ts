import { createRedisCheckpointStore, type RedisClient } from 'outlet-open-api/redis';
import { expect, test } from 'vitest';

const redis: RedisClient = { status: 'ready', eval: async () => null, evalsha: async () => null };

test.each([
  ['redis', { redis: Object() }],
  ['prefix', { redis, prefix: '' }],
])('the checkpoint store is not created if %s is invalid', (path, options) => {
  expect(() => createRedisCheckpointStore(options)).toThrow(
    expect.objectContaining({
      name: 'RequestValidationError',
      message: expect.stringContaining(`The checkpoint store was not created: \`${path}\` must be`),
    }),
  );
});

test('an error of the client rejects the call', async () => {
  const error = new Error('Connection is closed.');
  const failing = { ...redis, evalsha: () => Promise.reject(error) };
  await expect(createRedisCheckpointStore({ redis: failing }).load('name')).rejects.toBe(error);
});

test('keys have the prefix and a hash tag, and all keys of a script the same', async () => {
  const used: unknown[][] = [];
  const spy: RedisClient = {
    ...redis,
    async evalsha(_, count, ...values) {
      used.push(values.slice(0, count));
      return 1;
    },
  };
  const run = await createRedisCheckpointStore({ redis: spy, prefix: 'shop' }).acquire({
    name: 'name',
    leaseDuration: 1,
  });
  await run?.save({ version: 2, task: 'backfill', outletRef: 'bistro' });
  expect(used).toEqual([
    ['shop:{checkpoints}:leases'],
    ['shop:{checkpoints}:leases', 'shop:{checkpoints}:saved'],
  ]);
});
