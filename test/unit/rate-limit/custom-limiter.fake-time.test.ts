import {
  QueueFullError,
  type RateLimiter,
  type RateLimitState,
  type TurnRequest,
  type TurnResponse,
} from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  hangingBody,
  json,
  rejection,
  scriptedService,
  tooMany,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

const state: RateLimitState = {
  limit: 5,
  remaining: 2,
  reset: undefined,
  queued: { interactive: 0, background: 0 },
};

/** Grants every turn after a delay, and records each call. */
class RecordingLimiter implements RateLimiter {
  readonly requests: TurnRequest[] = [];
  readonly ends: (TurnResponse | undefined)[] = [];
  readonly keysOfState: string[] = [];
  delay = 0;

  async take(request: TurnRequest) {
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    this.requests.push(request);
    return { end: (response: TurnResponse | undefined) => this.ends.push(response) };
  }

  state(key: string): RateLimitState {
    this.keysOfState.push(key);
    return state;
  }
}

function failing(): never {
  throw new Error('the store is down');
}

describe('a custom limiter', () => {
  test('grants a turn before every attempt, and provides outlet.rateLimitState', async () => {
    const rateLimit = new RecordingLimiter();
    const outlet = clientOf(scriptedService(json({}, 500), json({ id: 'o-1' })), { rateLimit });
    await finished(outlet.orders.get('o-1', { priority: 'background' }));
    const request = { priority: 'background', wasRateLimited: false };
    expect(rateLimit.requests).toMatchObject([request, request]);
    expect(outlet.rateLimitState).toBe(state);
    expect(rateLimit.keysOfState).toEqual([rateLimit.requests[0]?.key]);
  });

  test('gets the priority of a call: background for lists and waitFor, interactive for all others', async () => {
    const rateLimit = new RecordingLimiter();
    const outlet = clientOf(
      scriptedService(() => json({ id: 'o-1', data: [], next: null })),
      { rateLimit },
    );
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

    await finished(outlet.orders.get('o-1'));
    await finished(outlet.orders.list(range).toArray());
    await finished(outlet.orders.list(range, { priority: 'interactive' }).toArray());
    await finished(outlet.orders.waitFor('o-1', { until: () => true }));

    const priorities = rateLimit.requests.map(({ priority }) => priority);
    expect(priorities).toEqual(['interactive', 'background', 'interactive', 'background']);
  });

  test('gets a hash of origin and token as the key', async () => {
    const rateLimit = new RecordingLimiter();
    const options = [
      { accessToken: 'one' },
      { accessToken: 'other' },
      { accessToken: 'one', baseUrl: 'https://sandbox.example' },
      { accessToken: () => 'one' },
    ];
    for (const option of options) {
      await clientOf(scriptedService(), { rateLimit, ...option }).orders.get('o-1');
    }
    const [one, other, sandbox, again] = rateLimit.requests.map(({ key }) => key);
    expect(one).toMatch(/^[\da-f-]{36}$/);
    expect(new Set([one, other, sandbox]).size).toBe(3);
    expect(again).toBe(one);
  });

  test('gets each response once, with the retryAfter of a 429', async () => {
    const rateLimit = new RecordingLimiter();
    const headers = {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset': '2026-03-01T12:00:01.000Z',
    };
    const service = scriptedService(
      tooMany(2),
      connectionLost('ECONNRESET'),
      new Response(null, { status: 429 }),
      json({ id: 'o-1' }, 200, headers),
    );
    await finished(clientOf(service, { rateLimit }).orders.get('o-1'));
    const wasRateLimited = rateLimit.requests.map((request) => request.wasRateLimited);
    expect(wasRateLimited).toEqual([false, true, false, true]);
    const stated = { limit: 5, remaining: 4, reset: new Date('2026-03-01T12:00:01Z') };
    expect(rateLimit.ends).toStrictEqual([
      { status: 429, retryAfter: 2, rateLimit: undefined },
      undefined,
      { status: 429, retryAfter: undefined, rateLimit: undefined },
      { status: 200, retryAfter: undefined, rateLimit: stated },
    ]);
  });

  test('is notified of a 429 when its body has been read, or has failed', async () => {
    const rateLimit = new RecordingLimiter();
    const service = scriptedService(() => new Response(hangingBody().body, { status: 429 }));
    await rejection(
      finished(clientOf(service, { rateLimit, timeout: 100, maxRetries: 0 }).orders.get('o-1')),
    );
    expect(rateLimit.ends).toMatchObject([{ status: 429, retryAfter: undefined }]);
  });

  test('is notified of any other response before its body is read', async () => {
    const rateLimit = new RecordingLimiter();
    const call = clientOf(scriptedService(hangingBody), { rateLimit, maxRetries: 0 }).orders.get('o-1');
    const failed = rejection(call);
    await vi.advanceTimersByTimeAsync(10);
    expect(rateLimit.ends).toMatchObject([{ status: 200 }]);
    await finished(failed);
    expect(rateLimit.ends).toHaveLength(1);
  });

  test('is asked for a turn only when the retryAfter of a 429 has passed', async () => {
    const rateLimit = new RecordingLimiter();
    const call = clientOf(scriptedService(tooMany(3), json({ id: 'o-1' })), { rateLimit }).orders.get('o-1');
    await vi.advanceTimersByTimeAsync(2_999);
    expect(rateLimit.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(rateLimit.requests).toHaveLength(2);
    await call;
  });

  test('gets a turn back that comes after the deadline', async () => {
    const rateLimit = Object.assign(new RecordingLimiter(), { delay: 1_000 });
    const service = scriptedService();
    await rejection(finished(clientOf(service, { rateLimit }).orders.get('o-1', { deadline: 500 })));
    expect(rateLimit.ends).toEqual([undefined]);
    expect(service.arrivals).toEqual([]);
  });

  test.each([
    ['throws', failing],
    ['rejects', () => Promise.reject(new Error('the store is down'))],
  ])('that %s in end does not lose the response', async (_, end) => {
    const rateLimit = { take: async () => ({ end }), state: () => state };
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const outlet = clientOf(scriptedService(), { rateLimit, logger, logLevel: 'warn' });
    expect(await outlet.orders.get('o-1')).toEqual({ id: 'o-1' });
    await vi.advanceTimersByTimeAsync(0);
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('The rate limiter threw an error in end()'),
    );
  });

  test('whose state fails while the consumer works on a page does not end the iteration', async () => {
    vi.useRealTimers();
    let isBroken = false;
    const rateLimit: RateLimiter = {
      take: async () => ({ end() {} }),
      state() {
        if (isBroken) throw new Error('state failed');
        return state;
      },
    };
    const pages = [1, 2, 3, 4].map((number) =>
      json({ data: [{ id: `o-${number}` }], next: number < 4 ? `c-${number}` : null }),
    );
    const outlet = clientOf(scriptedService(...pages), { rateLimit });
    const list = outlet.orders.list({ from: '2026-01-01T00:00:00Z', to: '2026-01-20T00:00:00Z' }).pages();
    const ids: string[] = [];
    for await (const { items } of list) {
      ids.push(...items.map(({ id }) => id));
      // The third page is being fetched.
      if (ids.includes('o-2')) isBroken = true;
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    }
    expect(ids).toEqual(['o-1', 'o-2', 'o-3', 'o-4']);
  });

  describe('without state', () => {
    const withoutState: RateLimiter = { take: async () => ({ end() {} }) };

    test('leaves outlet.rateLimitState without a limit', async () => {
      const outlet = clientOf(scriptedService(), { rateLimit: withoutState });
      await outlet.orders.get('o-1');
      expect(outlet.rateLimitState).toEqual({
        limit: Number.POSITIVE_INFINITY,
        remaining: undefined,
        reset: undefined,
        queued: { interactive: 0, background: 0 },
      });
    });

    /** Reads a list of a year with slow responses. Returns the maximum number of requests at once. */
    async function requestsAtOnce(rateLimit: RateLimiter): Promise<number> {
      let running = 0;
      let atOnce = 0;
      const slow = async () => {
        running += 1;
        atOnce = Math.max(atOnce, running);
        await new Promise((resolve) => setTimeout(resolve, 800));
        running -= 1;
        return json({ data: [{ id: 'o-1' }], next: null });
      };
      const year = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };
      await finished(clientOf(scriptedService(slow), { rateLimit }).orders.list(year).toArray());
      return atOnce;
    }

    test('makes lists read one slice at a time', async () => {
      expect(await requestsAtOnce(withoutState)).toBe(1);
      expect(await requestsAtOnce({ ...withoutState, state: () => state })).toBe(5);
    });
  });

  describe('whose state is a promise', () => {
    const take = async () => ({ end() {} });

    test('provides the state that it resolved last as outlet.rateLimitState', async () => {
      let remaining = 3;
      const rateLimit: RateLimiter = { take, state: async () => ({ ...state, remaining }) };
      const outlet = clientOf(scriptedService(), { rateLimit });
      expect(outlet.rateLimitState).toMatchObject({ limit: Number.POSITIVE_INFINITY, remaining: undefined });
      await vi.advanceTimersByTimeAsync(0);
      expect(outlet.rateLimitState.remaining).toBe(3);
      remaining = 2;
      expect(outlet.rateLimitState.remaining).toBe(3);
      await vi.advanceTimersByTimeAsync(0);
      expect(outlet.rateLimitState.remaining).toBe(2);
    });

    test('is awaited for maxQueued', async () => {
      const full = { ...state, queued: { interactive: 7, background: 0 } };
      const outlet = clientOf(scriptedService(), {
        rateLimit: { take, state: async () => full },
        maxQueued: 7,
      });
      expect(await rejection(outlet.orders.get('o-1'))).toBeInstanceOf(QueueFullError);
      expect(await outlet.orders.get('o-1', { priority: 'background' })).toEqual({ id: 'o-1' });
    });
  });

  test.each([
    ['throws', failing],
    ['rejects', async () => failing()],
  ])('whose state %s ends the call with an error that names the limiter', async (_, broken) => {
    const rateLimit = { take: async () => ({ end() {} }), state: broken };
    const outlet = clientOf(scriptedService(), { rateLimit, maxQueued: 7 });
    const message = expect.stringContaining('the rate limiter failed');
    const error = await rejection(outlet.orders.get('o-1'));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent', message });
  });

  test('whose state has no queued ends a call of a client with maxQueued, and says why', async () => {
    const rateLimit = { take: async () => ({ end() {} }), state: () => ({ limit: 5 }) };
    const options: object = { rateLimit, maxQueued: 7 };
    const outlet = clientOf(scriptedService(), options);
    expect(await rejection(outlet.orders.get('o-1'))).toMatchObject({
      message: expect.stringContaining('the rate limiter failed'),
      cause: { message: expect.stringContaining('no `queued`') },
    });
  });

  test.each([
    ['throws', failing],
    ['rejects', async () => failing()],
  ])('whose state %s leaves outlet.rateLimitState as it was', async (_, broken) => {
    const outlet = clientOf(scriptedService(), {
      rateLimit: { take: async () => ({ end() {} }), state: broken },
    });
    expect(outlet.rateLimitState.remaining).toBeUndefined();
    await vi.advanceTimersByTimeAsync(0);
    expect(outlet.rateLimitState.remaining).toBeUndefined();
  });

  test('gets a signal that aborts with the call', async () => {
    const take = vi.fn(({ signal }: TurnRequest) => {
      return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const controller = new AbortController();
    const outlet = clientOf(scriptedService(), { rateLimit: { take, state: () => state } });
    const call = rejection(outlet.orders.get('o-1', { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(0);
    controller.abort('enough');
    expect(await call).toHaveProperty('cause', 'enough');
    expect(take.mock.calls[0]?.[0].signal.aborted).toBe(true);
  });
});
