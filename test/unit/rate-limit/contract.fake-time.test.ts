import type { RateLimiter } from 'outlet-open-api';
import { rateLimiterContract } from 'outlet-open-api/testing';
import { beforeEach, expect, test, vi } from 'vitest';
import { sharedLimiter } from '../../../src/rate-limit/limiter.js';
import { unlimited } from '../../../src/transport/send/throttle.js';

beforeEach(() => void vi.useFakeTimers());

const builtIn: RateLimiter = {
  take: (request) => sharedLimiter(request.key, undefined).take(request),
  state: (key) => sharedLimiter(key, undefined).state(),
};
const withoutState: RateLimiter = { take: builtIn.take };

/** Runs a case on a fake clock. Returns the message of its error, if it fails. */
async function run(limiter: RateLimiter, name: string): Promise<string | undefined> {
  const found = rateLimiterContract(() => limiter).find((one) => one.name === name);
  let end: { readonly message: string | undefined } | undefined;
  found?.run().then(
    () => {
      end = { message: undefined };
    },
    (error: Error) => {
      end = { message: error.message };
    },
  );
  for (let time = 0; time < 20_000 && !end; time += 10) await vi.advanceTimersByTimeAsync(10);
  return end ? end.message : 'The case did not end.';
}

test.each(rateLimiterContract(() => builtIn))('the built-in limiter $name', async ({ name }) => {
  expect(await run(builtIn, name)).toBeUndefined();
});

test.each(rateLimiterContract(() => withoutState))('a limiter without state $name', async ({ name }) => {
  expect(await run(withoutState, name)).toBeUndefined();
});

test('the state of a limiter can be a promise', async () => {
  const remote = { ...builtIn, state: async (key: string) => sharedLimiter(key, undefined).state() };
  expect(await run(remote, 'counts the calls that wait, if it has state()')).toBeUndefined();
});

const shared = 'one-key';

test.each<[string, RateLimiter, string, string]>([
  [
    'a limit for each call',
    { ...builtIn, take: (request) => builtIn.take({ ...request, key: crypto.randomUUID() }) },
    'keeps the limit',
    'More than 10 turns within 1000 ms.',
  ],
  [
    'neither a limit nor a state',
    { take: unlimited.take },
    'keeps the limit',
    'More than 10 turns within 1000 ms.',
  ],
  [
    'one queue for all keys',
    { ...builtIn, take: (request) => builtIn.take({ ...request, key: shared }) },
    'grants each key its own turns',
    'A key waited for 16 of 16 turns of another key.',
  ],
  [
    'no priorities',
    { ...builtIn, take: (request) => builtIn.take({ ...request, priority: 'background' }) },
    'grants interactive calls their turns before background calls',
    'An interactive call waited for 16 of 16 background calls.',
  ],
  [
    'no look at the signal',
    { ...builtIn, take: (request) => builtIn.take({ ...request, signal: new AbortController().signal }) },
    'rejects with the reason of the signal, and keeps the turn for others',
    'after their signal had aborted',
  ],
  [
    'no count of the calls that wait',
    { ...builtIn, state: unlimited.state },
    'counts the calls that wait, if it has state()',
    'state() counted no call',
  ],
])('a limiter with %s fails the contract', async (_, limiter, name, message) => {
  expect(await run(limiter, name)).toContain(message);
});

test('a limiter that cannot reach its store fails every case', async () => {
  const broken: RateLimiter = { ...builtIn, take: () => Promise.reject(new Error('ECONNREFUSED')) };
  for (const { name } of rateLimiterContract(() => broken)) expect(await run(broken, name)).toBeDefined();
});
