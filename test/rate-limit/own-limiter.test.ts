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
  readonly answers: TurnAnswer[] = [];
  readonly statesOf: string[] = [];

  async take(request: TurnRequest) {
    this.requests.push(request);
    return { answered: (answer: TurnAnswer) => this.answers.push(answer) };
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
    expect(limiter.requests).toMatchObject([{ priority: 'background' }, { priority: 'background' }]);
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

  test('is told once of every answer, and of nothing else', async () => {
    const limiter = new RecordingLimiter();
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
    await finished(clientOf(service, { rateLimit: limiter }).orders.get('o-1'));
    expect(limiter.requests).toHaveLength(4);
    expect(limiter.answers).toEqual([
      { status: 429, retryAfter: 2_000, rateLimit: undefined },
      { status: 429, retryAfter: undefined, rateLimit: undefined },
      {
        status: 200,
        retryAfter: undefined,
        rateLimit: { limit: 5, remaining: 4, reset: new Date('2026-03-01T12:00:01Z') },
      },
    ]);
  });

  test('is told of a 429 whose body never ends', async () => {
    const limiter = new RecordingLimiter();
    const service = scriptedService(() => new Response(hangingBody().body, { status: 429 }));
    const call = clientOf(service, { rateLimit: limiter, timeout: 100, maxRetries: 0 }).orders.get('o-1');
    await rejection(finished(call));
    expect(limiter.answers).toMatchObject([{ status: 429, retryAfter: undefined }]);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('the store is down');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the store is down'))],
  ])('that %s when it is told of an answer takes no answer away', async (_, answered) => {
    const rateLimit = { take: async () => ({ answered }), state: () => state };
    const warn = vi.fn();
    const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
    const outlet = clientOf(scriptedService(), { rateLimit, logger, logLevel: 'warn' });
    expect(await outlet.orders.get('o-1')).toEqual({ id: 'o-1' });
    await vi.advanceTimersByTimeAsync(0);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('The rate limiter threw'));
  });

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
