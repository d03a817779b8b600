import type { OutletClient, OutletClientOptions } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  hang,
  hangingBody,
  json,
  order,
  rejection,
  type Step,
  scriptedService,
  text,
  tooMany,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

const serverError = json({ code: 500 }, 500);
const badRequest = json({ code: 400 }, 400);
const notSent = connectionLost('ECONNREFUSED');
const lost = connectionLost('ECONNRESET');

describe('the outcome of a call', () => {
  test.each<[string, string, Step[]]>([
    ['not-sent', 'connections that could not be opened', [notSent]],
    ['rejected', 'a 429 and then a connection that could not be opened', [tooMany(1), notSent]],
    ['rejected', 'a 400', [badRequest]],
    ['rejected', 'nothing but 429', [tooMany(1)]],
    ['rejected', 'a connection that could not be opened and then a 400', [notSent, badRequest]],
    ['unknown', 'a lost connection', [lost]],
    ['unknown', 'a connection that failed without a code', [new TypeError('fetch failed')]],
    ['unknown', 'a 500', [serverError]],
    ['unknown', 'a 408', [json({ code: 408 }, 408)]],
    ['unknown', 'a 499', [text('', 499)]],
    ['unknown', 'a body that is not JSON', [text('<html></html>', 200, 'text/html')]],
    ['unknown', 'a lost connection and then one that could not be opened', [lost, notSent]],
    ['unknown', 'a lost connection and then a 400', [lost, badRequest]],
    ['unknown', 'a 500 and then a 400', [serverError, badRequest]],
    ['unknown', 'a timeout and then a 429 for good', [hang, tooMany(1)]],
  ])('is %s after %s', async (outcome, _, script) => {
    const call = clientOf(scriptedService(...script)).orders.create(order, { deadline: 95_500 });
    expect(await rejection(finished(call))).toMatchObject({ outcome });
  });

  test.each([
    ['rejected', 401],
    ['unknown', 502],
    ['unknown', 200],
  ])('is %s after a %i whose body does not end before the deadline', async (outcome, status) => {
    const outlet = clientOf(scriptedService(() => new Response(hangingBody().body, { status })));
    const error = await rejection(finished(outlet.orders.create(order, { deadline: 100 })));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome });
  });

  test('of unknown comes with advice: use the same key, or read the entity', async () => {
    const { orders } = clientOf(scriptedService(lost), { rateLimit: false });
    const post = orders.create(order);
    const sameKey = `repeat it with the same API key, body and idempotencyKey '${post.idempotencyKey}' within 24 hours of its first call.`;
    expect(await rejection(finished(post))).toHaveProperty('message', expect.stringContaining(sameKey));
    const put = orders.update('o-1', { status: 'cancelled' });
    const read = 'read the entity before you call again.';
    expect(await rejection(finished(put))).toHaveProperty('message', expect.stringContaining(read));
  });
});

const get = ({ orders }: OutletClient) => orders.get('o-1');

describe('isTransient', () => {
  const fail = () => Promise.reject(new Error('broken'));
  const idle = { limit: 1, remaining: 1, reset: undefined };
  const full = { ...idle, queued: { interactive: 1, background: 1 } };
  const limiter = { take: fail, state: () => full };

  test.each<[string, boolean, Step[], OutletClientOptions]>([
    ['ConnectionError', false, [], { rateLimit: limiter }],
    ['TimeoutError', true, [hang], { timeout: 100 }],
    ['TimeoutError', true, [hang], { deadline: 100 }],
    ['AccessTokenError', false, [], { accessToken: fail }],
    ['QueueFullError', true, [], { rateLimit: limiter, maxQueued: 1 }],
    ['ResponseValidationError', true, [text('<html></html>', 200)], {}],
    ['ResponseValidationError', false, [json(['no order'])], {}],
    ['ResponseValidationError', false, [json({ id: 7 })], { responseValidation: 'strict' }],
    ['ResponseValidationError', false, [json({ id: 'o-1' })], { maxResponseBytes: 1 }],
  ])('of a %s can be %s', async (name, isTransient, script, options) => {
    const outlet = clientOf(scriptedService(...script), { maxRetries: 0, ...options });
    expect(await rejection(finished(get(outlet)))).toMatchObject({ name, isTransient });
  });

  test('of a ConnectionError is false if the client was closed', async () => {
    const outlet = clientOf(scriptedService());
    outlet.close();
    const error = await rejection(get(outlet));
    expect(error).toMatchObject({ name: 'ConnectionError', isTransient: false, outcome: 'not-sent' });
  });
});

describe('the reason of a ConnectionError', () => {
  const closed = () => {
    const outlet = clientOf(scriptedService());
    outlet.close();
    return outlet;
  };
  const closedDuring = async (call: (outlet: OutletClient) => Promise<unknown>) => {
    const outlet = clientOf(scriptedService(hang));
    const running = call(outlet);
    running.catch(() => {});
    await vi.advanceTimersByTimeAsync(10);
    outlet.close();
    return running;
  };
  const rateLimiter = { take: () => Promise.reject(new Error('no quorum')) };
  test.each<[string, () => OutletClient]>([
    ['network', () => clientOf(scriptedService(lost))],
    [
      'network',
      () =>
        clientOf(
          scriptedService(() => new Response(new ReadableStream({ pull: () => Promise.reject(lost) }))),
        ),
    ],
    ['closed', closed],
    ['rate-limiter', () => clientOf(scriptedService(), { rateLimit: rateLimiter })],
    ['fetch', () => clientOf(scriptedService(), { fetch: async () => Object(undefined) })],
  ])('is %s', async (reason, create) => {
    expect(await rejection(finished(get(create())))).toMatchObject({ name: 'ConnectionError', reason });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['before a call', () => get(closed())],
    ['during a GET', () => closedDuring(get)],
  ])('of closed %s advises a new client, and not to call again', async (_, call) => {
    const message = String(await rejection(call()));
    expect(message).toMatch(/the client is closed\. Create a new client\.$/);
  });

  test('of closed during a POST also advises to repeat it with the same key', async () => {
    const message = String(await rejection(closedDuring(({ orders }) => orders.create(order))));
    expect(message).toContain('Create a new client. The API may have performed the call: repeat it');
  });
});
