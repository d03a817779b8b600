import { RateLimitError } from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  finished,
  json,
  rejection,
  type ScriptedService,
  scriptedService,
  text,
  tooMany,
} from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const unlimited = { rateLimit: false } as const;

function pausesOf({ arrivals }: ScriptedService): number[] {
  return arrivals.slice(1).map(({ at }, index) => at - (arrivals[index]?.at ?? 0));
}

describe('pauses between attempts', () => {
  test.each([
    [0, [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]],
    [0.5, [375, 750, 1_500, 3_000, 6_000, 8_000, 8_000]],
    [0.999, [500, 1_000, 1_999, 3_998, 7_996, 8_000, 8_000]],
  ])('grow, with jitter of %d, from a quarter of a second to 8 s §backoff.jitter', async (random, pauses) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const service = scriptedService(json({ code: 500 }, 500));
    await rejection(finished(clientOf(service, { ...unlimited, maxRetries: 7 }).orders.get('o-1')));
    expect(pausesOf(service)).toEqual(pauses);
    vi.restoreAllMocks();
  });
});

describe('retryAfter', () => {
  const fallback = (value: string) =>
    new Response('slow down', { status: 429, headers: { 'retry-after': value } });

  test.each([
    ['the body', tooMany(3), 3_000],
    ['the Retry-After header', fallback('7'), 7_000],
    [
      'a date in that header',
      json({}, 503, {
        'retry-after': 'Wed, 01 Jul 2026 12:00:06 GMT',
        date: 'Wed, 01 Jul 2026 12:00:00 GMT',
      }),
      6_000,
    ],
    ['the body before the header', json({ retryAfter: 2 }, 429, { 'retry-after': '9' }), 2_000],
    ['the header of a 503', new Response('', { status: 503, headers: { 'retry-after': '4' } }), 4_000],
  ])('of %s holds the next attempt back §backoff.retry-after', async (_, answer, wait) => {
    const service = scriptedService(answer, json({ id: 'o-1' }));
    await finished(clientOf(service, unlimited).orders.get('o-1'));
    const [pause = 0] = pausesOf(service);
    expect(pause).toBeGreaterThanOrEqual(wait);
    expect(pause).toBeLessThanOrEqual(wait + 500);
  });

  test('holds back every other call of the key, too', async () => {
    const service = scriptedService(tooMany(3), json({ id: 'o-1' }));
    const outlet = clientOf(service);
    const refused = outlet.orders.get('o-1');
    await vi.advanceTimersByTimeAsync(100);
    const other = outlet.orders.get('o-2');
    await finished(Promise.all([refused, other]));
    expect(pausesOf(service)[0]).toBeGreaterThanOrEqual(3_000);
  });

  test('holds back a call that was about to be let through', async () => {
    let refuse = () => {};
    const slow = () =>
      new Promise<Response>((resolve) => {
        refuse = () => resolve(tooMany(5));
      });
    const service = scriptedService(slow, json({ id: 'o-1' }));
    const outlet = clientOf(service, { rateLimit: { requests: 1, perMs: 1_000 } });
    const calls = Promise.all([outlet.orders.get('o-1'), outlet.orders.get('o-2')]);
    await vi.advanceTimersByTimeAsync(900);
    refuse();
    await finished(calls);
    expect(pausesOf(service)[0]).toBeGreaterThanOrEqual(5_900);
  });

  test('that is longer than a minute is left to the caller', async () => {
    const service = scriptedService(tooMany(61));
    const error = await rejection(finished(clientOf(service).orders.get('o-1')));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: 61, attempts: 1, message: expect.stringContaining('in 61 s') });
  });

  test('that is a minute is waited for', async () => {
    const service = scriptedService(tooMany(60), json({ id: 'o-1' }));
    expect(await finished(clientOf(service, unlimited).orders.get('o-1'))).toEqual({ id: 'o-1' });
    expect(pausesOf(service)[0]).toBeGreaterThanOrEqual(60_000);
  });

  test('that makes no sense is a second', async () => {
    const service = scriptedService(json({ retryAfter: 'soon' }, 429, { 'retry-after': 'later' }), json({}));
    await finished(clientOf(service, unlimited).orders.get('o-1'));
    expect(pausesOf(service)[0]).toBe(1_000);
  });

  test.each([
    ['an hour', 3_600],
    ['years', 1e12],
  ])('of %s ends its own call at once, and holds the others of the key for a minute', async (_, seconds) => {
    const service = scriptedService(tooMany(seconds), json({ id: 'o-1' }));
    const outlet = clientOf(service);
    const error = await rejection(outlet.orders.get('o-1'));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: seconds, attempts: 1 });

    const setTimer = vi.spyOn(globalThis, 'setTimeout');
    const other = outlet.orders.get('o-2');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(setTimer.mock.calls.length).toBeLessThan(5);
    setTimer.mockRestore();
    expect(pausesOf(service)).toEqual([60_000]);
    expect(await other).toEqual({ id: 'o-1' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('rejects at once where the deadline lies before its end', async () => {
    const service = scriptedService(tooMany(10));
    const error = await rejection(clientOf(service).orders.get('o-1', { deadline: 5_000 }));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: 10, attempts: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an answer that is no JSON', () => {
  const answers = {
    'an empty body': () => text('', 200, 'application/json'),
    'a body that was cut': () => text('{"id":"o-1","items":[{"customerName":"Ada', 200, 'application/json'),
    'a page of a proxy': () => text('<html>Ada Lovelace, please log in</html>', 200, 'text/html'),
    'plain text': () => text('Ada Lovelace', 200),
  };

  test.each(Object.entries(answers))('(%s) is tried again like a broken connection', async (_, answer) => {
    const service = scriptedService(answer(), json({ id: 'o-1' }));
    expect(await finished(clientOf(service).orders.get('o-1'))).toEqual({ id: 'o-1' });
  });

  test.each(Object.entries(answers))('(%s) ends in an error that shows none of it', async (_, answer) => {
    const error = await rejection(finished(clientOf(scriptedService(answer())).orders.get('o-1')));
    expect(error).toMatchObject({
      name: 'ResponseValidationError',
      status: 200,
      attempts: 5,
      outcome: 'unknown',
      issues: [{ path: '', message: 'the body is no JSON' }],
      bodyPreview: expect.stringMatching(/^[a-z/]+, \d+ characters, (?:empty|begins like \w+(?: \w+)?)$/),
    });
    expect(String(error)).not.toContain('Ada');
  });

  test('is the outcome `undefined` of a request whose endpoint may answer with nothing', async () => {
    const service = scriptedService(new Response(null, { status: 204 }));
    const call = clientOf(service).request({ method: 'DELETE', path: '/outlet/draft' });
    expect(await call).toBeUndefined();
  });
});
