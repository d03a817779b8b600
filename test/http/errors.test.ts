import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  CallError,
  ConflictError,
  ConnectionError,
  InternalServerError,
  isOutletError,
  NotFoundError,
  OutletError,
  originalCauseOf,
  PayloadTooLargeError,
  PermissionDeniedError,
  RateLimitError,
} from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  finished,
  json,
  order,
  rejection,
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

describe('the class of an error answer §errors.status.*', () => {
  test.each([
    [400, BadRequestError, 'Correct the fields'],
    [401, AuthenticationError, 'Check that the access token'],
    [403, PermissionDeniedError, "Check the key's use case"],
    [404, NotFoundError, 'check id, path and use case'],
    [409, ConflictError, 'use a new key'],
    [413, PayloadTooLargeError, 'at most 10 MB'],
    [500, InternalServerError, 'idempotencyKey'],
    [503, InternalServerError, 'idempotencyKey'],
    [599, InternalServerError, 'idempotencyKey'],
    [418, ApiError, 'answered 418'],
  ])('%i is its own, and says what to do §errors.message', async (status, errorClass, advice) => {
    const service = scriptedService(json({ code: status, message: 'Something is wrong.' }, status));
    const error = await rejection(finished(clientOf(service, { maxRetries: 0 }).orders.create(order)));

    expect(error).toBeInstanceOf(errorClass);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toBeInstanceOf(OutletError);
    expect(isOutletError(error)).toBe(true);
    expect(error).toMatchObject({
      name: errorClass.prototype.name,
      message: expect.stringContaining(`POST /orders was answered ${status}: Something is wrong.`),
    });
    expect(error).toHaveProperty('message', expect.stringContaining(advice));
  });

  test('429 tells how long to wait §errors.429-body', async () => {
    const service = scriptedService(tooMany(2));
    const error = await rejection(clientOf(service, { maxRetries: 0 }).orders.get('o-1'));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: 2, message: expect.stringContaining('Call again in 2 s') });
  });
});

describe('the fields of an error answer', () => {
  const headers = {
    'x-request-id': 'r-1',
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '2026-03-01T12:00:01.000Z',
  };
  const errors = [{ path: 'items[0].quantity', message: 'must be positive' }];

  test('are what the service said, and which call it was §errors.code §errors.errors §limits.header-limit §limits.header-remaining §limits.header-reset', async () => {
    const answer = json({ code: 4001, message: 'Validation failed', errors }, 400, headers);
    const call = clientOf(scriptedService(answer)).orders.create(order);
    const error = await rejection(call);
    expect(error).toMatchObject({
      status: 400,
      code: 4001,
      errors,
      fieldErrors: { 'items[0].quantity': ['must be positive'] },
      method: 'POST',
      path: '/orders',
      idempotencyKey: call.idempotencyKey,
      attempts: 1,
      rateLimit: { limit: 5, remaining: 0, reset: new Date('2026-03-01T12:00:01Z') },
    });
    expect(error).toHaveProperty('headers', expect.any(Headers));
    expect(error instanceof ApiError && error.headers.get('x-request-id')).toBe('r-1');
  });

  test('name the path as a template, so that it groups and tells nothing', async () => {
    const outlet = clientOf(scriptedService(json({}, 404)));
    expect(await rejection(outlet.orders.get('o-17'))).toHaveProperty('path', '/orders/{orderId}');
    expect(await rejection(outlet.actionLogs.forOrder('o-17'))).toHaveProperty(
      'path',
      '/orders/{orderId}/action-log',
    );
  });

  test.each([
    [
      'a page of a proxy',
      text('<html>Bad gateway</html>', 502, 'text/html; charset=utf-8'),
      'text/html, 24 characters',
    ],
    ['nothing', new Response(null, { status: 502 }), 'no content type, 0 characters, empty'],
    ['a text', json('broken', 502), 'application/json'],
    ['a list', json(['broken'], 502), 'application/json'],
    ['no message', json({ code: 'x', message: 17 }, 502), 'application/json'],
  ])('make do with %s instead of an error body', async (_, answer, preview) => {
    const error = await rejection(clientOf(scriptedService(answer), { maxRetries: 0 }).orders.get('o-1'));
    expect(error).toMatchObject({
      status: 502,
      code: 502,
      errors: undefined,
      fieldErrors: {},
      message: expect.stringContaining(preview),
    });
  });
});

test.each(['null', '"text"', '{}', '{"status":200}', '{"headers":{}}'])(
  'a fetch that gives %s for an answer is a ConnectionError that says so, and is not asked again',
  async (answer) => {
    const fetch = vi.fn(async () => JSON.parse(answer));
    const error = await rejection(clientOf({ fetch, arrivals: [] }).orders.get('o-1'));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ message: expect.stringContaining('the fetch function gave no Response') });
    expect(fetch).toHaveBeenCalledOnce();
  },
);

test('a limiter that fails is a ConnectionError that says so, and nothing is sent', async () => {
  const service = scriptedService();
  const rateLimit = {
    take: () => Promise.reject(new Error('the store is down')),
    state: () => clientOf(service).rateLimit,
  };
  const error = await rejection(clientOf(service, { rateLimit }).orders.get('o-1'));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({
    outcome: 'not-sent',
    attempts: 0,
    message: expect.stringContaining('the rate limiter failed'),
  });
  expect(originalCauseOf(error)).toHaveProperty('message', 'the store is down');
  expect(service.arrivals).toEqual([]);
});

test('a conflict after an attempt that may have been performed asks for no new key', async () => {
  const service = scriptedService(json({ code: 500 }, 500), json({ code: 409, message: 'In use' }, 409));
  const error = await rejection(finished(clientOf(service).orders.create(order)));
  expect(error).toBeInstanceOf(ConflictError);
  expect(error).toMatchObject({ outcome: 'unknown' });
  expect(String(error)).not.toContain('new key');
  expect(String(error)).toContain('call again with the same body and idempotencyKey');
});
