import { createRedisRateLimiter, type RedisClient } from 'outlet-open-api/redis';
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());

const { signal } = new AbortController();

/** A client that has lost its connection, or never gets a response. The tests with a real server are in test/suites/servers. */
function clientOf(status: string) {
  const run = vi.fn<RedisClient['evalsha']>(() => new Promise(() => {}));
  return { status, evalsha: run, eval: run };
}

function limiterOf(redis: RedisClient, processes: number) {
  const logger = { info: vi.fn(), warn: vi.fn() };
  const limiter = createRedisRateLimiter({ redis, processes, logger });
  const times: number[] = [];
  const take = async (key = 'one') => {
    const turn = await limiter.take({ key, priority: 'background', wasRateLimited: false, signal });
    times.push(Math.round(performance.now()));
    return turn;
  };
  return { limiter, logger, take, times };
}

test.each([
  ['one process uses the limit', 1, 215],
  ['each of 2 processes uses half of the limit, rounded down', 2, 1_075 / 2],
  ['each of 20 processes uses a twentieth', 20, 4_300],
])('without a connection, %s, and the limiter warns once', async (_, processes, spacing) => {
  const redis = clientOf('reconnecting');
  const { take, times, logger } = limiterOf(redis, processes);
  const begin = Math.round(performance.now());
  for (let call = 0; call < 6; call += 1) void take();
  await vi.advanceTimersByTimeAsync(6 * spacing);
  expect(times).toEqual([0, 1, 2, 3, 4, 5].map((index) => begin + Math.round(index * spacing)));
  expect(redis.evalsha).not.toHaveBeenCalled();
  expect(logger.warn.mock.calls).toEqual([
    [
      'outlet-open-api: The rate limiter cannot use Redis: the connection has the status "reconnecting". ' +
        'Until it can, each process uses its share of the limit.',
    ],
  ]);
});

test('an own limit applies in addition to the limit of the key, and interactive calls go first', async () => {
  const ownLimit = { requests: 2, interval: 3_000 };
  const logger = { info: vi.fn(), warn: vi.fn() };
  const limiter = createRedisRateLimiter({ redis: clientOf('end'), processes: 1, ownLimit, logger });
  const sent: [at: number, priority: string][] = [];
  const begin = performance.now();
  const take = async (priority: 'interactive' | 'background') => {
    await limiter.take({ key: 'one', priority, wasRateLimited: false, signal });
    sent.push([Math.round((performance.now() - begin) / 1_000), priority]);
  };
  for (let call = 0; call < 4; call += 1) void take('background');
  await vi.advanceTimersByTimeAsync(1_000);
  void take('interactive');
  expect(await limiter.state('one')).toMatchObject({ limit: 2, interval: 3_000, queued: { interactive: 1 } });
  await vi.advanceTimersByTimeAsync(6_000);
  expect(sent).toEqual([
    [0, 'background'],
    [0, 'background'],
    [3, 'interactive'],
    [3, 'background'],
    [6, 'background'],
  ]);
});

test('only the first call waits for a Redis that does not respond, and no further command is sent meanwhile', async () => {
  const redis = clientOf('ready');
  const { take, times } = limiterOf(redis, 4);
  const begin = Math.round(performance.now());
  for (let call = 0; call < 10; call += 1) void take();
  // The script is hashed in real time.
  await expect.poll(() => redis.evalsha.mock.calls.length, { interval: 1 }).toBe(1);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(times).toHaveLength(10);
  expect(times[0]).toBe(begin + 500);
  expect(redis.evalsha).toHaveBeenCalledTimes(1);
});

test('a logger that throws stops no key, neither when Redis fails nor when it is back', async () => {
  const redis = clientOf('reconnecting');
  const { take, times, logger } = limiterOf(redis, 1);
  for (const level of ['info', 'warn'] as const) {
    logger[level].mockImplementation(() => {
      throw new Error('The disk is full.');
    });
  }
  void take();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(times).toHaveLength(1);
  redis.status = 'ready';
  redis.evalsha.mockResolvedValue([0, 0, 0]);
  void take();
  await expect.poll(() => logger.info.mock.calls.length, { interval: 1 }).toBe(1);
  void take();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(times).toHaveLength(3);
});

test('what is known about a key is dropped when the key has been idle for a minute', async () => {
  const { limiter, take } = limiterOf(clientOf('end'), 4);
  const turn = await take();
  const rateLimit = { limit: 5, remaining: 4, reset: new Date(Date.now() + 500) };
  turn.end({ status: 200, rateLimit, retryAfter: undefined });
  await vi.advanceTimersByTimeAsync(59_000);
  await take('other');
  expect(await limiter.state('one')).toMatchObject({ remaining: 4 });
  await vi.advanceTimersByTimeAsync(61_000);
  await take('other');
  expect(await limiter.state('one')).toMatchObject({ remaining: undefined });
});

test('createRedisRateLimiter lists every invalid option', () => {
  const ownLimit = { requests: 0, interval: Number.POSITIVE_INFINITY };
  const invalid: object = { redis: {}, processes: 0.5, prefix: '', ownLimit, logger: {} };
  // @ts-expect-error It has no client.
  expect(() => createRedisRateLimiter(invalid)).toThrow(
    expect.objectContaining({
      name: 'RequestValidationError',
      message: expect.stringMatching(
        /^The rate limiter was not created:.*redis.*prefix.*processes.*ownLimit\.requests.*ownLimit\.interval.*logger/s,
      ),
    }),
  );
});
