import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  CallError,
  ConflictError,
  ConnectionError,
  getOriginalCause,
  InternalServerError,
  NotFoundError,
  OutletError,
  PayloadTooLargeError,
  PermissionDeniedError,
  RateLimitError,
} from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  hang,
  json,
  order,
  rejection,
  type Step,
  scriptedService,
  text,
  tooMany,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

describe('the class of an error response §errors.status.*', () => {
  test.each([
    [400, BadRequestError, 'Fix the request; retrying will not help.', false],
    [401, AuthenticationError, 'run `npx outlet-open-api doctor`.', false],
    [403, PermissionDeniedError, 'Check the use case of the key.', false],
    [404, NotFoundError, 'Check baseUrl and the use case of the key.', false],
    [408, ApiError, 'repeat it with the same API key, body and idempotencyKey', true],
    [409, ConflictError, 'repeat it with the same API key, body and idempotencyKey', true],
    [413, PayloadTooLargeError, 'Photos can have at most 10 MB.', false],
    [418, ApiError, 'failed with 418', false],
    [429, RateLimitError, 'Call again later.', true],
    [500, InternalServerError, 'repeat it with the same API key, body and idempotencyKey', true],
    [501, InternalServerError, 'repeat it with the same API key, body and idempotencyKey', false],
    [599, InternalServerError, 'repeat it with the same API key, body and idempotencyKey', true],
  ])('%i has a class that says what to do §errors.message', async (status, errorClass, hint, isTransient) => {
    const service = scriptedService(json({ code: status, message: 'Something is wrong.' }, status));
    const error = await rejection(finished(clientOf(service, { maxRetries: 0 }).orders.create(order)));
    for (const parent of [errorClass, ApiError, CallError, OutletError]) expect(error).toBeInstanceOf(parent);
    expect(error instanceof OutletError).toBe(true);
    expect(error).toMatchObject({
      name: errorClass.prototype.name,
      isTransient,
      message: expect.stringContaining(`POST /orders failed with ${status}: Something is wrong.`),
    });
    expect(error).toHaveProperty('message', expect.stringContaining(hint));
  });

  describe.each([400, 401, 403, 404, 405])('%i without the documented `code`', (status) => {
    test.each([
      ['a page', text('<html>Access denied</html>', status, 'text/html')],
      ['a message', json({ message: 'no Route matched with those values' }, status)],
      ['an error', json({ error: { code: 'InvalidUri' } }, status)],
      ['problem details', json({ title: 'Not Found', status }, status)],
    ])('is of something in front of the API: %s', async (_, response) => {
      const error = await rejection(clientOf(scriptedService(response)).orders.get('o-1'));
      expect(error).toHaveProperty('isForeign', true);
      expect(String(error)).toContain(
        'so something in front of it has probably sent this response, such as a firewall.',
      );
      expect(String(error)).not.toContain('use case');
      expect(String(error)).not.toContain('Fix the request');
    });
  });

  test.each([400, 413])('%i of a proxy after a lost attempt advises to repeat the call', async (status) => {
    const service = scriptedService(connectionLost('ECONNRESET'), text('<html></html>', status, 'text/html'));
    const error = await rejection(finished(clientOf(service).orders.create(order)));
    expect(error).toHaveProperty('outcome', 'unknown');
    expect(String(error)).toContain('repeat it with the same API key, body and idempotencyKey');
    expect(String(error)).not.toContain('corrected request');
  });

  test('403 mentions only what the call depends on', async () => {
    const outlet = clientOf(scriptedService(json({ code: 403 }, 403)));
    const use = 'Check the use case of the key';
    const from = new Date(0);
    expect(String(await rejection(outlet.goodsReceipts.list({ from, to: from }).toArray()))).toContain(
      `${use}, and that merchantId and outletId are those of the key.`,
    );
    expect(String(await rejection(outlet.orders.cancel('o-1')))).toContain(
      `${use}, and whether this key created the order.`,
    );
    expect(String(await rejection(outlet.orders.get('o-1')))).toContain(`${use}.`);
  });

  test('404 mentions hidden orders only for a call about an order', async () => {
    const hidden = 'The API also hides orders that a partner aggregated.';
    const outlet = clientOf(scriptedService(json({ code: 404 }, 404)));
    for (const call of [outlet.orders.get('o-1'), outlet.actionLogs.forOrder('o-1')])
      expect(String(await rejection(call))).toContain(
        `Check the order ID, the use case of the key, and baseUrl. ${hidden}`,
      );
    expect(String(await rejection(outlet.channels.list()))).not.toContain('orders');
  });

  test('429 says how long to wait §errors.429-body', async () => {
    const service = scriptedService(tooMany(2));
    const error = await rejection(clientOf(service, { maxRetries: 0 }).orders.get('o-1'));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: 2, message: expect.stringContaining('Call again in 2 s.') });
  });
});

describe('an error response', () => {
  const headers = {
    'x-request-id': 'r-1',
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '2026-03-01T12:00:01.000Z',
  };
  const errors = [{ path: 'items[0].quantity', message: 'must be positive' }];

  test('becomes an error with its fields and those of the call §errors.errors §limits.header-limit §limits.header-remaining §limits.header-reset', async () => {
    const response = json({ code: 4001, message: 'Validation failed', errors }, 400, headers);
    const call = clientOf(scriptedService(response)).orders.create(order);
    const error = await rejection(call);
    expect(error).toMatchObject({
      status: 400,
      errors,
      fieldErrors: { 'items[0].quantity': ['must be positive'] },
      method: 'POST',
      path: '/orders',
      idempotencyKey: call.idempotencyKey,
      attempts: 1,
      rateLimit: { limit: 5, remaining: 0, reset: new Date('2026-03-01T12:00:01Z') },
    });
    expect(error instanceof ApiError && error.headers.get('x-request-id')).toBe('r-1');
  });

  test('becomes an error whose path is a template, without ids', async () => {
    const outlet = clientOf(scriptedService(json({}, 404)));
    expect(await rejection(outlet.orders.get('o-17'))).toHaveProperty('path', '/orders/{orderId}');
    const log = outlet.actionLogs.forOrder('o-17');
    expect(await rejection(log)).toHaveProperty('path', '/orders/{orderId}/action-log');
  });

  test.each([
    [
      'the page of a proxy',
      text('<html>Bad gateway</html>', 502, 'text/html; charset=utf-8'),
      'text/html, 24 characters, starts like markup',
    ],
    ['an empty body', new Response(null, { status: 502 }), 'no content type, 0 characters, empty'],
    ['a JSON list', json(['broken'], 502), 'application/json, 10 characters, starts like JSON'],
    ['fields of other types', json({ code: 'x', message: 17 }, 502), 'application/json, 25 characters'],
  ])('without a usable body is described by status and body type: %s', async (_, response, preview) => {
    const error = await rejection(clientOf(scriptedService(response), { maxRetries: 0 }).orders.get('o-1'));
    expect(error).toMatchObject({
      status: 502,
      errors: undefined,
      fieldErrors: {},
      message: expect.stringContaining(`no message (${preview}`),
    });
  });
});

describe('the advice of a 400', () => {
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  const badRequest = (errors: unknown) => json({ code: 400, message: 'Invalid', errors }, 400);
  const fieldAdvice = 'Fix note (see `fieldErrors`); retrying will not help.';
  const requestAdvice = 'Fix the request; retrying will not help.';
  const cursorAdvice = 'The API rejects this cursor, or expects it in another query parameter.';

  test.each([
    ['fields', [{ path: 'note', message: 'is too long' }], fieldAdvice],
    ['errors without a field', [{ message: 'is closed' }], requestAdvice],
    ['no errors', undefined, requestAdvice],
  ])('fits a body with %s', async (_, errors, advice) => {
    const error = await rejection(clientOf(scriptedService(badRequest(errors))).orders.create(order));
    expect(error).toHaveProperty('message', `POST /orders failed with 400: Invalid. ${advice}`);
  });

  test.each([400, 409])('to a change with status %i is about the state of the entity', async (status) => {
    const { orders } = clientOf(
      scriptedService(json({ code: status, message: 'The order is complete' }, status)),
    );
    expect(await rejection(orders.update('o-1', { status: 'cancelled' }))).toHaveProperty(
      'message',
      `PUT /orders/{orderId} failed with ${status}: The order is complete. Read the entity first: its current state may not allow this change.`,
    );
  });

  test('to the first page of a list is about the request', async () => {
    const list = clientOf(scriptedService(badRequest(undefined))).orders.list(range);
    expect(await rejection(list.firstPage())).toHaveProperty(
      'message',
      expect.stringContaining(requestAdvice),
    );
  });

  const pageUnlessCursor: Step = ({ url }) =>
    url.searchParams.has('cursor') ? badRequest(undefined) : json({ data: [{ id: 'o-1' }], next: 'c2' });

  test('to the longest range names maxRangeDays', async () => {
    const service = scriptedService(badRequest(undefined));
    const call = clientOf(service).orders.list({ from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' });
    const error = await rejection(finished(call.toArray({ limit: 1 })));
    expect(error).toHaveProperty('message', expect.stringContaining('set the client option maxRangeDays'));
  });

  test('to a later page is about the cursor', async () => {
    const service = scriptedService(pageUnlessCursor);
    const error = await rejection(finished(clientOf(service).orders.list(range).toArray()));
    expect(error).toHaveProperty('message', expect.stringContaining(cursorAdvice));
  });

  test('to a resumed list is about the cursor', async () => {
    const service = scriptedService(pageUnlessCursor);
    const { orders } = clientOf(service);
    const { position } = await finished(orders.list(range).firstPage());
    const error = await rejection(finished(orders.list(range, { resumeFrom: position }).toArray()));
    expect(error).toHaveProperty('message', expect.stringContaining(cursorAdvice));
  });
});

test('a rate limiter that fails rejects the call with a ConnectionError, and nothing is sent', async () => {
  const service = scriptedService();
  const rateLimit = {
    take: () => Promise.reject(new Error('the store is down')),
    state: () => clientOf(service).rateLimitState,
  };
  const error = await rejection(clientOf(service, { rateLimit }).orders.get('o-1'));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({
    outcome: 'not-sent',
    attempts: 0,
    message: expect.stringContaining('the rate limiter failed'),
  });
  expect(getOriginalCause(error)).toHaveProperty('message', 'the store is down');
  expect(service.arrivals).toEqual([]);
});

describe('a 409', () => {
  const conflict = json({ code: 409, message: 'In use' }, 409);
  const lost = connectionLost('ECONNRESET');

  test.each<[string, Step]>([
    ['whose response was lost', lost],
    ['that timed out', hang],
    ['that got a 503', json({ code: 503 }, 503)],
  ])('to a POST is retried with the same key after an attempt %s', async (_, step) => {
    const service = scriptedService(step, conflict, conflict, json({ id: 'o-1' }, 201));
    expect(await finished(clientOf(service).orders.create(order))).toEqual({ id: 'o-1' });
    expect(new Set(service.arrivals.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  test('to a PUT is never retried, because the order may have ended', async () => {
    const service = scriptedService(lost, conflict);
    const error = await rejection(finished(clientOf(service).orders.update('o-1', { status: 'cancelled' })));
    expect(service.arrivals).toHaveLength(2);
    expect(error).toMatchObject({ name: 'ConflictError', outcome: 'unknown', isTransient: false });
  });
});

test('a 400 after a lost POST advises neither to repeat it nor that retrying will not help', async () => {
  const service = scriptedService(connectionLost('ECONNRESET'), json({ code: 400, message: 'No' }, 400));
  const error = await rejection(finished(clientOf(service).orders.create(order)));
  expect(error).toHaveProperty(
    'message',
    'POST /orders failed with 400: No. The API may have performed an earlier attempt: ' +
      'look for its result before you send a corrected request with a new idempotency key.',
  );
});

test('a 401 after a lost POST warns of repeating it with another API key', async () => {
  const service = scriptedService(connectionLost('ECONNRESET'), json({ code: 401, message: 'No' }, 401));
  const message = String(await rejection(finished(clientOf(service).orders.create(order))));
  expect(message).toContain('look for its result before you repeat the call with another API key.');
  expect(message).not.toContain('repeat it with the same body');
});

test.each(['x-request-id', 'request-id'])(
  'the id of the API in %s is in the error, and ends its message',
  async (name) => {
    const service = scriptedService(json({ code: 400, message: 'No' }, 400, { [name]: 'r-1' }));
    const error = await rejection(clientOf(service).orders.get('o-1'));
    expect(error).toMatchObject({ requestId: 'r-1', message: expect.stringMatching(/ Request ID: r-1$/) });
  },
);

test('a 409 after an attempt that may have been performed does not recommend a new key', async () => {
  const service = scriptedService(json({ code: 500 }, 500), json({ code: 409, message: 'In use' }, 409));
  const error = await rejection(finished(clientOf(service).orders.create(order)));
  expect(error).toBeInstanceOf(ConflictError);
  expect(error).toMatchObject({ outcome: 'unknown' });
  expect(String(error)).not.toContain('new key');
  expect(String(error)).toContain('repeat it with the same API key, body and idempotencyKey');
});

test('getOriginalCause returns the untouched body of a response, and undefined if there is none', async () => {
  const service = scriptedService(json({ message: 'Ada Lovelace' }, 400), text('["Ada"]'));
  const { orders } = clientOf(service);
  expect(getOriginalCause(await rejection(orders.create(order)))).toBe('{"message":"Ada Lovelace"}');
  expect(getOriginalCause(await rejection(orders.create(order)))).toBe('["Ada"]');
  expect(getOriginalCause(new Error('broken', { cause: new Error('other') }))).toBeUndefined();
  expect(getOriginalCause('no error')).toBeUndefined();
});
