import * as root from 'outlet-open-api';
import * as sync from 'outlet-open-api/sync';
import * as webhooks from 'outlet-open-api/webhooks';
import { beforeAll, describe, expect, test, vi } from 'vitest';

const call = {
  callId: 'r-1',
  method: 'GET',
  path: '/orders/{orderId}',
  idempotencyKey: undefined,
  attempts: 1,
  outcome: 'unknown',
  isKeyPassed: false,
  isTransient: false,
} as const;
const response = {
  status: 400,
  message: 'No',
  errors: undefined,
  headers: new Headers(),
  requestId: undefined,
  idempotentReplay: false,
  isForeign: false,
  rateLimit: undefined,
  retryAfterSeconds: undefined,
  hint: '',
};
const preview = { issues: [], status: 200, bodyPreview: 'text, 5 bytes', requestId: undefined };
const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-31T00:00:00.000Z' };

const api = { ...root, ...sync, ...webhooks };
type Api = typeof api;
const apiError = ['ApiError', 'CallError'];

/** Each class: how to create an instance with a copy of the package, and its branded base classes. */
const classes: [name: string, create: (copy: Api) => Error, bases: string[]][] = [
  ['OutletError', (copy) => new copy.OutletError('closed'), []],
  ['ApiError', (copy) => new copy.ApiError(call, response), ['CallError']],
  ['BadRequestError', (copy) => new copy.BadRequestError(call, response), apiError],
  ['AuthenticationError', (copy) => new copy.AuthenticationError(call, response), apiError],
  ['PermissionDeniedError', (copy) => new copy.PermissionDeniedError(call, response), apiError],
  ['NotFoundError', (copy) => new copy.NotFoundError(call, response), apiError],
  ['ConflictError', (copy) => new copy.ConflictError(call, response), apiError],
  ['PayloadTooLargeError', (copy) => new copy.PayloadTooLargeError(call, response), apiError],
  ['RateLimitError', (copy) => new copy.RateLimitError(call, response), apiError],
  ['InternalServerError', (copy) => new copy.InternalServerError(call, response), apiError],
  ['ConnectionError', (copy) => new copy.ConnectionError('network', 'lost', call), ['CallError']],
  ['TimeoutError', (copy) => new copy.TimeoutError('deadline', 'late', call), ['CallError']],
  ['QueueFullError', (copy) => new copy.QueueFullError(call, 'background', 100), ['CallError']],
  ['CallAbortedError', (copy) => new copy.CallAbortedError(call, 'enough'), ['CallError']],
  ['AccessTokenError', (copy) => new copy.AccessTokenError('failed', call), ['CallError']],
  ['ResponseValidationError', (copy) => new copy.ResponseValidationError(call, preview), ['CallError']],
  ['RequestValidationError', (copy) => new copy.RequestValidationError('Not sent', []), []],
  ['EndlessListError', (copy) => new copy.EndlessListError('page', 'orders.list', range, 'cursor'), []],
  ['OrderFeedError', (copy) => new copy.OrderFeedError('full', 10), []],
  ['OutboxError', (copy) => new copy.OutboxError('closed'), []],
  ['LeaseError', (copy) => new copy.LeaseError('held', 'orders'), []],
  ['WebhookParseError', (copy) => new copy.WebhookParseError('not-json', 'No'), []],
  ['WebhookVerificationError', (copy) => new copy.WebhookVerificationError('rejected', 'No'), []],
];

const exported = Object.entries(api).filter(
  ([, value]) =>
    typeof value === 'function' && (value === api.OutletError || value.prototype instanceof Error),
);

function classesOf(value: unknown): string[] {
  return exported.filter(([, errorClass]) => value instanceof Object(errorClass)).map(([name]) => name);
}

let copy: Api;
beforeAll(async () => {
  vi.resetModules();
  const modules = [
    import('outlet-open-api'),
    import('outlet-open-api/sync'),
    import('outlet-open-api/webhooks'),
  ] as const;
  const [rootCopy, syncCopy, webhooksCopy] = await Promise.all(modules);
  copy = { ...rootCopy, ...syncCopy, ...webhooksCopy };
});

describe.each(classes)('%s', (name, create, bases) => {
  const expected = [...new Set([name, 'OutletError', ...bases])].sort();

  test('is an instance of its class and its base classes only', () => {
    expect(classesOf(create(api)).sort()).toEqual(expected);
  });

  test('is recognized when another copy of the package created it', () => {
    const error = create(copy);
    expect(Object.getPrototypeOf(error)).not.toBe(Object.getPrototypeOf(create(api)));
    expect(classesOf(error).sort()).toEqual(expected);
    expect(error instanceof api.OutletError).toBe(true);
  });

  test('has its name, and no enumerable brand', () => {
    const error = create(api);
    // As in Node.js.
    expect(error.name).toBe(name === 'CallAbortedError' ? 'AbortError' : name);
    expect(Object.getOwnPropertySymbols(error)).toEqual([]);
    expect(Object.keys(error)).not.toContain('name');
  });
});

test("instanceof follows the prototype chain for a user's subclass", () => {
  class StockError extends api.NotFoundError {}
  const error = new StockError(call, response);
  expect(error).toBeInstanceOf(StockError);
  expect(error).toBeInstanceOf(api.ApiError);
  expect(error).not.toBeInstanceOf(api.ConflictError);
  expect(new api.NotFoundError(call, response)).not.toBeInstanceOf(StockError);
});

test('every exported class has a row in this test', () => {
  const abstract = ['CallError'];
  expect([...classes.map(([name]) => name), ...abstract].sort()).toEqual(
    exported.map(([name]) => name).sort(),
  );
});

test('other values are not instances', () => {
  const values = [
    null,
    undefined,
    'OutletError',
    0,
    {},
    () => {},
    new Error('no'),
    { name: 'ApiError', status: 404 },
  ];
  expect(values.filter((value) => classesOf(value).length > 0 || value instanceof api.OutletError)).toEqual(
    [],
  );
});
