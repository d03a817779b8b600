import * as api from 'outlet-open-api';
import { afterEach, describe, expect, test, vi } from 'vitest';

type Api = typeof api;
type GuardName = Extract<keyof Api, `is${string}Error`>;

const call = {
  method: 'GET',
  path: '/orders/{orderId}',
  idempotencyKey: undefined,
  attempts: 1,
  outcome: 'unknown',
} as const;
const answer = {
  status: 400,
  code: 400,
  message: 'No',
  errors: undefined,
  headers: new Headers(),
  rateLimit: undefined,
  retryAfter: undefined,
};
const preview = { issues: [], status: 200, bodyPreview: 'text, 5 bytes' };
const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-31T00:00:00.000Z' };

/** Each class, how one of it is made by a copy of the package, and which guards besides its own recognise it. */
const apiError: GuardName[] = ['isApiError', 'isCallError', 'isOutletError'];
const callError: GuardName[] = ['isCallError', 'isOutletError'];
const errors: [name: string, make: (copy: Api) => Error, guards: GuardName[]][] = [
  ['OutletError', (copy) => new copy.OutletError('closed'), []],
  ['ApiError', (copy) => new copy.ApiError(call, answer), callError],
  ['BadRequestError', (copy) => new copy.BadRequestError(call, answer), apiError],
  ['AuthenticationError', (copy) => new copy.AuthenticationError(call, answer), apiError],
  ['PermissionDeniedError', (copy) => new copy.PermissionDeniedError(call, answer), apiError],
  ['NotFoundError', (copy) => new copy.NotFoundError(call, answer), apiError],
  ['ConflictError', (copy) => new copy.ConflictError(call, answer), apiError],
  ['PayloadTooLargeError', (copy) => new copy.PayloadTooLargeError(call, answer), apiError],
  ['RateLimitError', (copy) => new copy.RateLimitError(call, answer), apiError],
  ['InternalServerError', (copy) => new copy.InternalServerError(call, answer), apiError],
  ['ConnectionError', (copy) => new copy.ConnectionError('refused', call), callError],
  ['TimeoutError', (copy) => new copy.TimeoutError('late', call), callError],
  ['QueueFullError', (copy) => new copy.QueueFullError(call, 'background', 100), callError],
  ['AccessTokenError', (copy) => new copy.AccessTokenError(call, new Error('no token')), callError],
  ['ResponseValidationError', (copy) => new copy.ResponseValidationError(call, preview), callError],
  ['InvalidRequestError', (copy) => new copy.InvalidRequestError('Not sent', []), ['isOutletError']],
  ['RepeatedCursorError', (copy) => new copy.RepeatedCursorError('orders.list', range), ['isOutletError']],
  ['OrderFeedError', (copy) => new copy.OrderFeedError('full', 10), ['isOutletError']],
  ['LeaseError', (copy) => new copy.LeaseError('held', 'orders'), ['isOutletError']],
  ['WebhookParseError', (copy) => new copy.WebhookParseError('not-json', 'No'), ['isOutletError']],
  [
    'WebhookVerificationError',
    (copy) => new copy.WebhookVerificationError('refused', 'No'),
    ['isOutletError'],
  ],
];

function isGuardName(name: string): name is GuardName {
  return /^is\w+Error$/.test(name);
}
const exported = { ...api };
const guardNames = Object.keys(exported).filter(isGuardName);

afterEach(() => vi.resetModules());

describe.each(errors)('%s', (name, make, others) => {
  const expected = [`is${name}`, ...others].sort();
  const recognisedBy = (value: unknown) => guardNames.filter((guard) => exported[guard](value)).sort();

  test('is recognised by its own guard and those of its ancestors, and by no other', () => {
    expect(recognisedBy(make(api))).toEqual(expected);
  });

  test('is recognised where another copy of the package made it', async () => {
    vi.resetModules();
    const copy = await import('outlet-open-api');
    const error = make(copy);
    expect(error).not.toBeInstanceOf(api.OutletError);
    expect(recognisedBy(error)).toEqual(expected);
  });

  test('has its name, and shows no mark', () => {
    const error = make(api);
    expect(error).toBeInstanceOf(api.OutletError);
    expect(error.name).toBe(name);
    expect(Object.getOwnPropertySymbols(error)).toEqual([]);
    expect(Object.keys(error)).not.toContain('name');
  });
});

test('what throws when it is looked at has no original cause', () => {
  const error = new Proxy({}, { getPrototypeOf: () => expect.fail('looked at') });
  expect(api.originalCauseOf(error)).toBeUndefined();
});

test('a subclass of a user is recognised', () => {
  class StockError extends api.NotFoundError {}
  const error = new StockError(call, answer);
  expect(api.isNotFoundError(error)).toBe(true);
  expect(api.isApiError(error)).toBe(true);
  expect(api.isConflictError(error)).toBe(false);
});

test('every class has a guard, and a row in this test', () => {
  const classes = Object.entries(exported)
    .filter(([, value]) => typeof value === 'function' && value.prototype instanceof Error)
    .map(([name]) => name)
    .sort();
  expect(guardNames.map((guard) => guard.slice(2)).sort()).toEqual(classes);
  const abstract = ['CallError'];
  expect([...errors.map(([name]) => name), ...abstract].sort()).toEqual(classes);
});

test.each(guardNames)('%s recognises nothing else', (guard) => {
  const strangers = [
    null,
    undefined,
    'OutletError',
    0,
    Symbol.for('outlet-open-api/OutletError'),
    {},
    [],
    () => {},
    new Error('no'),
    new DOMException('aborted', 'AbortError'),
    { name: guard.slice(2), status: 404, message: 'No' },
    Object.assign(new Error('no'), { name: guard.slice(2) }),
    Object.create(null),
    new Proxy({}, { has: () => expect.fail('looked at') }),
    Proxy.revocable({}, {}).proxy,
  ];
  expect(strangers.filter((value) => exported[guard](value))).toEqual([]);
});
