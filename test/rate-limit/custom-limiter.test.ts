import type { RateLimiter, RateLimitState, TurnAnswer, TurnRequest } from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  hangingBody,
  json,
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

const state: RateLimitState = {
  limit: 5,
  remaining: 2,
  reset: undefined,
  queued: { interactive: 0, background: 0 },
  locked: true,
};

class RecordingLimiter implements RateLimiter {
  readonly requests: TurnRequest[] = [];
  readonly ends: (TurnAnswer | undefined)[] = [];
  readonly statesOf: string[] = [];

  async take(request: TurnRequest) {
    this.requests.push(request);
    return { end: (answer: TurnAnswer | undefined) => this.ends.push(answer) };
  }

  state(key: string): RateLimitState {
    this.statesOf.push(key);
    return state;
  }
}

describe("a limiter of one's own", () => {
  test('is asked before every attempt, with a key that is no token', async () => {
    const limiter = new RecordingLimiter();
    const accessToken = 'a-token-that-nobody-is-told';
    const outlet = clientOf(scriptedService(json({}, 500), json({ id: 'o-1' })), {
      rateLimit: limiter,
      accessToken,
    });
    await finished(outlet.orders.get('o-1', { priority: 'background' }));
    const request = { priority: 'background', refused: false };
    expect(limiter.requests).toMatchObject([request, request]);
    const [first, second] = limiter.requests.map(({ key }) => key);
    expect(first).toBe(second);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(outlet.rateLimit).toBe(state);
    expect(limiter.statesOf).toEqual([first]);
  });

  test('can serve many clients: each key has a hash of its own, and the same one everywhere', async () => {
    const limiter = new RecordingLimiter();
    const options = [
      { accessToken: 'one' },
      { accessToken: 'other' },
      { accessToken: 'one', baseUrl: 'https://sandbox.example' },
      { accessToken: () => 'one' },
    ];
    for (const option of options) {
      await clientOf(scriptedService(), { rateLimit: limiter, ...option }).orders.get('o-1');
    }
    const [one, other, sandbox, again] = limiter.requests.map(({ key }) => key);
    expect(new Set([one, other, sandbox]).size).toBe(3);
    expect(again).toBe(one);
  });

  test('is told once how every attempt ended', async () => {
    const limiter = new RecordingLimiter();
    const headers = {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset': '2026-03-01T12:00:01.000Z',
    };
    const late = () =>
      new Promise<Response>((resolve) => setTimeout(() => resolve(json({ id: 'o-1' }, 200, headers)), 70));
    const service = scriptedService(
      tooMany(2),
      connectionLost('ECONNRESET'),
      new Response(null, { status: 429 }),
      late,
    );
    const begin = performance.now();
    await finished(clientOf(service, { rateLimit: limiter }).orders.get('o-1'));
    const sent = service.arrivals.map(({ at }) => at - Number(service.arrivals[0]?.at) + begin);
    expect(limiter.requests.map(({ refused }) => refused)).toEqual([false, true, false, true]);
    expect(limiter.ends).toEqual([
      { status: 429, retryAfter: 2_000, rateLimit: undefined, sentAt: sent[0], answeredAt: sent[0] },
      undefined,
      { status: 429, retryAfter: undefined, rateLimit: undefined, sentAt: sent[2], answeredAt: sent[2] },
      {
        status: 200,
        retryAfter: undefined,
        rateLimit: { limit: 5, remaining: 4, reset: new Date('2026-03-01T12:00:01Z') },
        sentAt: sent[3],
        answeredAt: Number(sent[3]) + 70,
      },
    ]);
  });

  test.each([
    ['waits itself after a 429 is asked again at once', true, 0],
    ['does not say so is asked when retryAfter is over', undefined, 3_000],
  ])('that %s', async (_, holdsRefused, wait) => {
    const limiter = Object.assign(new RecordingLimiter(), { holdsRefused });
    const service = scriptedService(tooMany(3), json({ id: 'o-1' }));
    await finished(clientOf(service, { rateLimit: limiter }).orders.get('o-1'));
    expect(Number(service.arrivals[1]?.at) - Number(service.arrivals[0]?.at)).toBe(wait);
  });

  test('gets back a turn that it gave too late', async () => {
    const limiter = new RecordingLimiter();
    const take = limiter.take.bind(limiter);
    limiter.take = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return take(request);
    };
    const service = scriptedService();
    const outlet = clientOf(service, { rateLimit: limiter });
    await rejection(finished(outlet.orders.get('o-1', { deadline: 500 })));
    expect(limiter.ends).toEqual([undefined]);
    expect(service.arrivals).toEqual([]);
  });

  test.each([
    [
      'throws',
      () =>
        Promise.resolve({
          end: () => {
            throw new Error('boom');
          },
        }),
    ],
    ['rejects', () => Promise.resolve({ end: () => Promise.reject(new Error('boom')) })],
    ['is none', () => Promise.resolve(undefined)],
  ])('may give a turn too late that %s: nobody hears of it', async (_, turn) => {
    const take: RateLimiter['take'] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return Reflect.apply(turn, undefined, []);
    };
    const outlet = clientOf(scriptedService(), { rateLimit: { take, state: () => state } });
    expect(await rejection(finished(outlet.orders.get('o-1', { deadline: 500 })))).toMatchObject({
      name: 'TimeoutError',
    });
    await vi.advanceTimersByTimeAsync(1_000);
  });

  test('that throws when it is asked for its state disturbs no call and no list', async () => {
    const broken = () => {
      throw new Error('the store is down');
    };
    const page = (next: string | null) => json({ data: [{ id: `o-${next}` }], next });
    const service = scriptedService(page('a'), page('b'), page('c'), page('d'), page(null));
    const rateLimit = { take: async () => ({ end: () => {} }), state: broken };
    const outlet = clientOf(service, { rateLimit, maxQueued: 3 });
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-20T00:00:00Z' };
    expect(await finished(outlet.orders.list(range).toArray())).toHaveLength(5);
  });

  test('is told of a 429 whose body never ends', async () => {
    const limiter = new RecordingLimiter();
    const service = scriptedService(() => new Response(hangingBody().body, { status: 429 }));
    const call = clientOf(service, { rateLimit: limiter, timeout: 100, maxRetries: 0 }).orders.get('o-1');
    await rejection(finished(call));
    expect(limiter.ends).toMatchObject([{ status: 429, retryAfter: undefined }]);
  });

  test('is told of any other answer before its body is read', async () => {
    const limiter = new RecordingLimiter();
    const service = scriptedService(hangingBody);
    const call = rejection(clientOf(service, { rateLimit: limiter, maxRetries: 0 }).orders.get('o-1'));
    await vi.advanceTimersByTimeAsync(10);
    expect(limiter.ends).toMatchObject([{ status: 200 }]);
    await finished(call);
    expect(limiter.ends).toHaveLength(1);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('the store is down');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the store is down'))],
  ])('that %s when it is told of an answer takes no answer away', async (_, end) => {
    const rateLimit = { take: async () => ({ end }), state: () => state };
    const warn = vi.fn();
    const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
    const outlet = clientOf(scriptedService(), { rateLimit, logger, logLevel: 'warn' });
    expect(await outlet.orders.get('o-1')).toEqual({ id: 'o-1' });
    await vi.advanceTimersByTimeAsync(0);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('The rate limiter threw'));
  });

  test.each([null, {}, { ...state, limit: '5' }, { ...state, perMs: 1n }, { ...state, queued: null }])(
    'that gives no state, %o, ends no walk',
    async (given) => {
      const rateLimit = {
        take: async () => ({ end() {} }),
        state: (): RateLimitState => Object.getOwnPropertyDescriptor({ given }, 'given')?.value,
      };
      const service = scriptedService(json({ data: [], next: 'c' }), json({ data: [] }));
      const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
      expect(await finished(clientOf(service, { rateLimit }).orders.list(range).toArray())).toEqual([]);
    },
  );

  test('hears of an abort by the signal that it is given', async () => {
    const take = vi.fn(({ signal }: TurnRequest) => {
      return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const controller = new AbortController();
    const outlet = clientOf(scriptedService(), { rateLimit: { take, state: () => state } });
    const call = rejection(outlet.orders.get('o-1', { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(0);
    controller.abort('enough');
    expect(await call).toBe('enough');
    expect(take.mock.calls[0]?.[0].signal.aborted).toBe(true);
  });
});
