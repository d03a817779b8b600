import { RateLimitError } from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Arrival,
  clientOf,
  finished,
  json,
  order,
  rejection,
  scriptedService,
  tooMany,
} from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ids = ({ arrivals }: { arrivals: Arrival[] }) =>
  arrivals.map(({ url }) => url.pathname.split('/').at(-1));

/** A 429 of the window that ends at the next full second. */
function refusal({ at }: Arrival): Response {
  const reset = new Date(Math.ceil((at + 1) / 1_000) * 1_000).toISOString();
  const headers = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
  return json({ code: 429, message: 'Rate limit exceeded', retryAfter: 1 }, 429, headers);
}

describe('a call that was answered 429', () => {
  test('goes before all others of its lane, and only of its lane', async () => {
    const service = scriptedService(tooMany(1), tooMany(1), json({ id: 'o-1' }));
    const { orders } = clientOf(service, { rateLimit: { requests: 2, perMs: 1_000 } });
    const background = { priority: 'background' } as const;
    const calls = [orders.get('b1', background), orders.get('i1')];
    calls.push(orders.get('b2', background), orders.get('i2'));
    await finished(Promise.all(calls));
    expect(ids(service)).toEqual(['b1', 'i1', 'i1', 'i2', 'b1', 'b2']);
  });

  test.each([
    ['before', [tooMany(1), tooMany(1), tooMany(1), json({}, 500)]],
    ['after', [json({}, 500), tooMany(1), tooMany(1), tooMany(1)]],
  ])('uses up no retry, %s the one that there is', async (_, script) => {
    const service = scriptedService(...script, json({ id: 'o-1' }));
    const { meta } = await finished(clientOf(service, { maxRetries: 1 }).orders.get('o-1').withResponse());
    expect(meta.attempts).toBe(5);
  });

  test('gives back no retry', async () => {
    const service = scriptedService(json({}, 500), tooMany(1), json({}, 500), json({ id: 'o-1' }));
    const call = clientOf(service, { maxRetries: 1 }).orders.get('o-1');
    expect(await rejection(finished(call))).toMatchObject({ status: 500, attempts: 3 });
  });

  test('ends after a minute of refusals, though nobody gave it a deadline', async () => {
    const service = scriptedService(tooMany(1));
    const error = await rejection(finished(clientOf(service).orders.get('o-1')));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ attempts: 61, outcome: 'refused' });
  });

  test('waits a little at least, whatever it is told, where nothing limits its key', async () => {
    const service = scriptedService(tooMany(0.001), tooMany(0), json({ id: 'o-1' }));
    await finished(clientOf(service, { rateLimit: false }).orders.get('o-1'));
    const [first = 0, second = 0, third = 0] = service.arrivals.map(({ at }) => at);
    expect(second - first).toBeGreaterThanOrEqual(250);
    expect(third - second).toBeGreaterThanOrEqual(1_000);
  });

  test('whose deadline passes while it waits says so, and that nothing was performed', async () => {
    const refusal = json({ code: 429 }, 429);
    const call = clientOf(scriptedService(refusal)).orders.create(order, { deadline: 1_600 });
    expect(await rejection(finished(call))).toMatchObject({
      name: 'TimeoutError',
      outcome: 'not-sent',
      message: expect.stringMatching(
        /was refused for the rate limit \(429\): .* Nothing was performed: it is safe to call again\.$/,
      ),
    });
  });

  test('is an error where it may not be tried again at all', async () => {
    const call = clientOf(scriptedService(tooMany(1)), { maxRetries: 0 }).orders.get('o-1');
    expect(await rejection(finished(call))).toBeInstanceOf(RateLimitError);
  });

  test('is tried until its deadline', async () => {
    const service = scriptedService(tooMany(1));
    const call = clientOf(service).orders.get('o-1', { deadline: 20_500 });
    expect(await rejection(finished(call))).toMatchObject({ name: 'RateLimitError', outcome: 'refused' });
    expect(service.arrivals.length).toBeGreaterThan(15);
  });

  test('goes again with the next window, as its headers tell, and not a second later §backoff.retry-after', async () => {
    vi.setSystemTime(Date.parse('2026-03-01T12:00:00.900Z'));
    const service = scriptedService(refusal, json({ id: 'o-1' }));
    const begin = Date.now();
    const call = clientOf(service).orders.get('o-1');
    await finished(call);
    expect(service.arrivals.map(({ at }) => at - begin)).toEqual([0, 1_000]);
  });

  test('waits as long as the service asks where that goes far beyond the window §backoff.retry-after', async () => {
    const service = scriptedService(
      (arrival) => {
        const answer = refusal(arrival);
        return json(
          { code: 429, message: 'Slow down', retryAfter: 30 },
          429,
          Object.fromEntries(answer.headers),
        );
      },
      json({ id: 'o-1' }),
    );
    await finished(clientOf(service).orders.get('o-1'));
    expect(Number(service.arrivals[1]?.at) - Number(service.arrivals[0]?.at)).toBe(30_000);
  });

  test('closes the window to all others', async () => {
    const service = scriptedService(tooMany(2), json({ id: 'o-1' }));
    const { orders } = clientOf(service);
    const first = orders.get('o-1');
    await vi.advanceTimersByTimeAsync(10);
    const others = ['o-2', 'o-3'].map((id) => orders.get(id));
    await finished(Promise.all([first, ...others]));
    const [begin = 0, ...rest] = service.arrivals.map(({ at }) => at);
    expect(Math.min(...rest) - begin).toBe(2_000);
  });
});
