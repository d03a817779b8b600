import { RateLimitError } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Arrival,
  clientOf,
  finished,
  json,
  order,
  rejection,
  type ScriptedService,
  scriptedService,
  tooMany,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

const idOf = ({ url }: Arrival) => url.pathname.split('/').at(-1);

/** Milliseconds from each request to the next. */
function gaps({ arrivals }: ScriptedService): number[] {
  return arrivals.slice(1).map(({ at }, index) => at - Number(arrivals[index]?.at));
}

/** A 429 of the window that ends at the next full second. */
function rateLimited({ at }: Arrival, retryAfter = 1): Response {
  const headers = {
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': new Date(Math.ceil((at + 1) / 1_000) * 1_000).toISOString(),
  };
  return json({ code: 429, message: 'Rate limit exceeded', retryAfter }, 429, headers);
}

describe('a call that got a 429', () => {
  test('goes before the calls of its priority that still wait after its retryAfter', async () => {
    const service = scriptedService(tooMany(1), tooMany(1), json({ id: 'o-1' }));
    const { orders } = clientOf(service, { rateLimit: { requests: 2, interval: 1_000 } });
    const background = { priority: 'background' } as const;
    const calls = [orders.get('b1', background), orders.get('i1')];
    calls.push(...['b2', 'b3'].map((id) => orders.get(id, background)));
    calls.push(...['i2', 'i3', 'i4', 'i5'].map((id) => orders.get(id)));
    await finished(Promise.all(calls));
    const order = ['b1', 'i1', 'i2', 'i3', 'i1', 'i4', 'i5', 'b1', 'b2', 'b3'];
    expect(service.arrivals.map(idOf)).toEqual(order);
  });

  test('waits for its retryAfter, even if its window ends before §backoff.retry-after', async () => {
    vi.setSystemTime(Date.parse('2026-03-01T12:00:00.900Z'));
    const service = scriptedService(rateLimited, json({ id: 'o-1' }));
    await finished(clientOf(service).orders.get('o-1'));
    expect(gaps(service)).toEqual([1_000]);
  });

  test('waits for a retryAfter that is far beyond that window §backoff.retry-after', async () => {
    const service = scriptedService((arrival) => rateLimited(arrival, 30), json({ id: 'o-1' }));
    await finished(clientOf(service).orders.get('o-1'));
    expect(gaps(service)).toEqual([30_000]);
  });

  test('delays the other calls of the key', async () => {
    const service = scriptedService(tooMany(2), json({ id: 'o-1' }));
    const { orders } = clientOf(service);
    const first = orders.get('o-1');
    await vi.advanceTimersByTimeAsync(10);
    await finished(Promise.all([first, orders.get('o-2'), orders.get('o-3')]));
    expect(gaps(service)[0]).toBe(2_000);
  });

  test.each([
    ['before', [tooMany(1), tooMany(1), tooMany(1), json({}, 500)]],
    ['after', [json({}, 500), tooMany(1), tooMany(1), tooMany(1)]],
  ])('uses up no retry, %s one that does', async (_, script) => {
    const service = scriptedService(...script, json({ id: 'o-1' }));
    const { meta } = await finished(clientOf(service, { maxRetries: 1 }).orders.get('o-1').withResponse());
    expect(meta.attempts).toBe(5);
  });

  test('does not restore a retry', async () => {
    const service = scriptedService(json({}, 500), tooMany(1), json({}, 500), json({ id: 'o-1' }));
    const call = clientOf(service, { maxRetries: 1 }).orders.get('o-1');
    expect(await rejection(finished(call))).toMatchObject({ status: 500, attempts: 3 });
  });

  test('fails with RateLimitError after a minute of 429s', async () => {
    const call = clientOf(scriptedService(tooMany(1))).orders.get('o-1');
    const error = await rejection(finished(call));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ outcome: 'rejected' });
  });

  test('fails with RateLimitError at once if maxRetries is 0', async () => {
    const call = clientOf(scriptedService(tooMany(1)), { maxRetries: 0 }).orders.get('o-1');
    expect(await rejection(call)).toBeInstanceOf(RateLimitError);
  });

  test('fails with RateLimitError when its deadline does not allow the wait', async () => {
    const service = scriptedService(tooMany(1));
    const call = clientOf(service).orders.get('o-1', { deadline: 20_500 });
    expect(await rejection(finished(call))).toMatchObject({ name: 'RateLimitError', outcome: 'rejected' });
    expect(service.arrivals.length).toBeGreaterThan(15);
  });

  test.each([
    ['the retryAfter', tooMany(2), 1_900],
    ['the second without a retryAfter', json({ code: 429 }, 429), 900],
    ['the minimum of 250 ms', tooMany(0.001), 200],
  ])(
    'fails with RateLimitError at once if its deadline is shorter than %s',
    async (_, response, deadline) => {
      const error = await rejection(clientOf(scriptedService(response)).orders.get('o-1', { deadline }));
      expect(error).toMatchObject({ name: 'RateLimitError', attempts: 1 });
    },
  );

  test('fails with a TimeoutError that names the 429 if its deadline passes in the queue', async () => {
    const rateLimit = { requests: 1, interval: 5_000 };
    const call = clientOf(scriptedService(tooMany(1)), { rateLimit }).orders.create(order, {
      deadline: 3_000,
    });
    expect(await rejection(finished(call))).toMatchObject({
      name: 'TimeoutError',
      outcome: 'rejected',
      message: expect.stringContaining('before a retry; attempt 1 failed with status 429'),
    });
  });

  test.each([undefined, false] as const)(
    'waits at least 250 ms, and a second if its retryAfter is 0 (rateLimit: %s)',
    async (rateLimit) => {
      const service = scriptedService(tooMany(0.001), tooMany(0), json({ id: 'o-1' }));
      await finished(clientOf(service, { rateLimit }).orders.get('o-1'));
      expect(gaps(service)).toEqual([250, 1_000]);
    },
  );
});

describe('a call that always gets 429, without headers and retryAfter', () => {
  const bare = json({ code: 429 }, 429);

  test('is sent about once a second', async () => {
    const service = scriptedService(bare);
    const call = clientOf(service).orders.get('bad', { deadline: 30_000 });
    await rejection(finished(call));
    expect(Math.min(...gaps(service))).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...gaps(service))).toBeLessThan(1_300);
  });

  test.each([
    [1, 'interactive'],
    [1, 'background'],
    [6, 'interactive'],
  ] as const)(
    'does not starve the other calls of the key, if there are %d %s ones',
    async (bad, priority) => {
      const service = scriptedService((arrival) =>
        idOf(arrival) === 'bad' ? bare.clone() : json({ id: 'o-1' }),
      );
      const { orders } = clientOf(service);
      const rateLimitedCalls = Array.from({ length: bad }, () =>
        rejection(orders.get('bad', { priority, deadline: 40_000 })),
      );
      const begin = Date.now();
      const good = Array.from({ length: 40 }, () => orders.get('good', { priority }));
      let duration = 0;
      const done = Promise.all(good).then(() => {
        duration = Date.now() - begin;
      });
      await finished(Promise.all([done, ...rateLimitedCalls]));
      expect(duration).toBeLessThan(bad === 1 ? 13_000 : 20_000);
    },
  );
});
