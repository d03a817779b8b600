import { BadRequestError, RateLimitError } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  finished,
  hangingBody,
  json,
  order,
  rejection,
  scriptedService,
  text,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

/** An error response whose body never ends. */
const hanging = (status: number) => () => new Response(hangingBody().body, { status });
const broken = (status: number) => () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
  return new Response(body, { status });
};

describe('an error status whose body cannot be read', () => {
  test.each([
    ['hangs', hanging(400)],
    ['breaks off', broken(400)],
  ])('counts if the body %s', async (_, step) => {
    const service = scriptedService(step);
    const error = await rejection(finished(clientOf(service, { timeout: 1_000 }).orders.create(order)));
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({ attempts: 1, outcome: 'rejected' });
  });

  test('refreshes the token after a 401', async () => {
    const accessToken = vi.fn(() => `token-${accessToken.mock.calls.length}`);
    const service = scriptedService(broken(401), json({ id: 'o-1' }));
    expect(await finished(clientOf(service, { accessToken }).orders.get('o-1'))).toEqual({ id: 'o-1' });
    expect(accessToken).toHaveBeenCalledTimes(2);
  });

  test('does not hide the status of a call that is aborted', async () => {
    const controller = new AbortController();
    const call = rejection(
      clientOf(scriptedService(hanging(429))).orders.get('o-1', { signal: controller.signal }),
    );
    await vi.advanceTimersByTimeAsync(10);
    controller.abort('enough');
    expect(await call).toMatchObject({ cause: 'enough', outcome: 'rejected' });
  });

  test('says that a 429 is a RateLimitError', async () => {
    const { orders } = clientOf(scriptedService(hanging(429)), { timeout: 100, maxRetries: 0 });
    expect(await rejection(finished(orders.get('o-1')))).toBeInstanceOf(RateLimitError);
  });
});

test.each([' ', '\n', '\r\n\r\n'])('a successful write with the body %j is not repeated', async (body) => {
  const service = scriptedService(() => text(body));
  const error = await rejection(finished(clientOf(service).orders.update('o-1', { status: 'cancelled' })));
  expect(error).toMatchObject({ name: 'ResponseValidationError', outcome: 'performed', attempts: 1 });
});

test('a response without ok is read by its status', async () => {
  const headers = new Headers({ 'content-type': 'application/json' });
  const response = { status: 200, headers, body: null, text: async () => '{"id":"o-1"}' };
  const fetch = async (): Promise<Response> => Object.assign(Object.create(null), response);
  expect(await clientOf({ fetch, arrivals: [] }).orders.get('o-1')).toEqual({ id: 'o-1' });
});

test('a replayed 500 does not advise to repeat the call with the same key', async () => {
  const replay = json({ code: 500, message: 'boom' }, 500, { 'x-idempotent-replay': 'true' });
  const error = await rejection(clientOf(scriptedService(replay)).orders.create(order));
  expect(error).toHaveProperty('message', expect.stringContaining('before you use a new key'));
  expect(error).toHaveProperty('message', expect.not.stringContaining('call again'));
  expect(error).toHaveProperty('idempotentReplay', true);
});

test('a deadline without an earlier failure has no cause', async () => {
  const { orders } = clientOf(scriptedService(() => new Promise(() => {})));
  expect(await rejection(finished(orders.get('o-1', { deadline: 100 })))).not.toHaveProperty('cause');
});
