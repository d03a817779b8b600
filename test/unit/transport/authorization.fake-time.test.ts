import {
  AccessTokenError,
  AuthenticationError,
  getOriginalCause,
  OutletClient,
  type OutletClientOptions,
} from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  json,
  order,
  rejection,
  type Step,
  scriptedService,
  tooMany,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

const unauthorized = json({ code: 401, message: 'Unauthorized' }, 401);
const serverError = json({ code: 500 }, 500);
const renewing = () => vi.fn().mockReturnValueOnce('old').mockReturnValue('new');
const tokensIn = ({ arrivals }: { arrivals: { headers: Headers }[] }) =>
  arrivals.map(({ headers }) => headers.get('authorization'));

test('the token is sent exactly as the API expects it §auth.1 §auth.1.exact §endpoints.bearer', async () => {
  const service = scriptedService();
  await clientOf(service, { accessToken: 'abc.DEF-123_4' }).orders.get('o-1');
  expect(tokensIn(service)).toEqual(['Bearer abc.DEF-123_4']);
});

describe('a token function', () => {
  test('is called for each call §auth.7.rotation', async () => {
    const service = scriptedService();
    const accessToken = vi.fn().mockReturnValueOnce('first').mockResolvedValueOnce('second');
    const outlet = clientOf(service, { accessToken });
    await outlet.orders.get('o-1');
    await outlet.orders.get('o-1');
    expect(tokensIn(service)).toEqual(['Bearer first', 'Bearer second']);
  });

  test('is called once for all attempts of a call', async () => {
    const service = scriptedService(serverError, serverError, json({ id: 'o-1' }));
    const accessToken = vi.fn(() => 'only');
    await finished(clientOf(service, { accessToken }).orders.get('o-1'));
    expect(service.arrivals).toHaveLength(3);
    expect(accessToken).toHaveBeenCalledOnce();
  });

  test('is called again after a 401, and its new token is tried even if maxRetries is 0', async () => {
    const service = scriptedService(unauthorized, json({ id: 'o-1' }));
    const onAttemptEnd = vi.fn();
    const options = { accessToken: renewing(), maxRetries: 0, hooks: { onAttemptEnd } };
    const { meta } = await clientOf(service, options).orders.get('o-1').withResponse();
    expect(tokensIn(service)).toEqual(['Bearer old', 'Bearer new']);
    expect(meta.attempts).toBe(2);
    expect(onAttemptEnd).toHaveBeenCalledWith(
      expect.objectContaining({ attempt: 1, failure: { name: 'AuthenticationError', status: 401 } }),
    );
  });

  test('provides the new token for all attempts that follow', async () => {
    const service = scriptedService(unauthorized, serverError, json({ id: 'o-1' }));
    await finished(clientOf(service, { accessToken: renewing() }).orders.get('o-1'));
    expect(tokensIn(service)).toEqual(['Bearer old', 'Bearer new', 'Bearer new']);
  });

  test.each([1, 4])(
    'is called at most twice if 401 and 500 alternate (maxRetries: %i)',
    async (maxRetries) => {
      let count = 0;
      const accessToken = vi.fn(() => `token-${++count}`);
      const service = scriptedService(unauthorized, serverError, unauthorized, serverError);
      const { orders } = clientOf(service, { accessToken, maxRetries });
      expect(await rejection(finished(orders.get('o-1')))).toBeInstanceOf(AuthenticationError);
      expect(accessToken).toHaveBeenCalledTimes(2);
      expect(service.arrivals).toHaveLength(3);
    },
  );

  test('that returns the rejected token again ends the call with the 401', async () => {
    const service = scriptedService(unauthorized);
    const accessToken = vi.fn(() => 'same');
    const error = await rejection(clientOf(service, { accessToken }).orders.get('o-1'));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ attempts: 1 });
    expect(accessToken).toHaveBeenCalledTimes(2);
    expect(service.arrivals).toHaveLength(1);
  });

  test('whose new token is rejected too ends the call with the second 401', async () => {
    const service = scriptedService(unauthorized);
    const error = await rejection(clientOf(service, { accessToken: renewing() }).orders.get('o-1'));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ attempts: 2, outcome: 'rejected' });
    expect(service.arrivals).toHaveLength(2);
  });

  test('that fails rejects the call, and nothing is sent', async () => {
    const service = scriptedService();
    const accessToken = () => Promise.reject(new Error('the vault is sealed'));
    const error = await rejection(clientOf(service, { accessToken }).orders.get('o-1'));
    expect(error).toBeInstanceOf(AccessTokenError);
    expect(error).toMatchObject({
      outcome: 'not-sent',
      attempts: 0,
      message: expect.stringMatching(
        /^GET \S+ was not sent: the accessToken function failed\. Find the reason with `getOriginalCause\(error\)`\. .* call again\.$/,
      ),
    });
    expect(getOriginalCause(error)).toHaveProperty('message', 'the vault is sealed');
    expect(service.arrivals).toEqual([]);
  });

  test('is called once for calls that start together, and again for a later call', async () => {
    const accessToken = vi.fn(async () => 'shared');
    const { orders } = clientOf(scriptedService(), { accessToken });
    await Promise.all([orders.get('o-1'), orders.get('o-2'), orders.get('o-3')]);
    expect(accessToken).toHaveBeenCalledOnce();
    await orders.get('o-4');
    expect(accessToken).toHaveBeenCalledTimes(2);
  });

  test('is called once for calls whose token was rejected together', async () => {
    const service = scriptedService(unauthorized, unauthorized, unauthorized, json({ id: 'o-1' }));
    const accessToken = vi.fn(async ({ rejectedToken }) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return rejectedToken ? 'new' : 'old';
    });
    const { orders } = clientOf(service, { accessToken, rateLimit: false });
    await finished(Promise.all([orders.get('o-1'), orders.get('o-2'), orders.get('o-3')]));
    expect(accessToken.mock.calls).toEqual([[{ rejectedToken: undefined }], [{ rejectedToken: 'old' }]]);
  });

  test('is called once for parallel calls of a client and of one that was derived from it', async () => {
    const accessToken = vi.fn(async () => 'shared');
    const outlet = clientOf(scriptedService(), { accessToken });
    const derived = outlet.withOptions({ maxRetries: 0 });
    await finished(Promise.all([outlet.orders.get('o-1'), derived.orders.get('o-2')]));
    expect(accessToken).toHaveBeenCalledOnce();
  });

  test('that hangs ends each call after its timeout, and later calls call it again', async () => {
    const accessToken = vi
      .fn()
      .mockReturnValueOnce(new Promise(() => {}))
      .mockReturnValue('new');
    const { orders } = clientOf(scriptedService(), { accessToken, timeout: 1_000, maxRetries: 0 });
    const error = rejection(orders.get('o-1'));
    const patient = orders.get('o-2', { timeout: 5_000, maxRetries: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await error).toBeInstanceOf(AccessTokenError);
    expect(await error).toMatchObject({
      isTransient: true,
      outcome: 'not-sent',
      message: expect.stringContaining('the accessToken function exceeded the timeout of an attempt'),
    });
    expect(await orders.get('o-3')).toEqual({ id: 'o-1' });
    expect(await finished(patient)).toEqual({ id: 'o-1' });
    expect(accessToken).toHaveBeenCalledTimes(3);
  });

  test('that is slow after a 401 is called again, and the rejected token is never sent again', async () => {
    const service = scriptedService(unauthorized, json({ id: 'o-1' }));
    const slow = () => new Promise<string>(() => {});
    const accessToken = vi.fn<() => string | Promise<string>>(() => 'new');
    accessToken.mockImplementationOnce(() => 'old').mockImplementationOnce(slow);
    const onAttemptEnd = vi.fn();
    await finished(
      clientOf(service, { accessToken, timeout: 1_000, hooks: { onAttemptEnd } }).orders.get('o-1'),
    );
    expect(tokensIn(service)).toEqual(['Bearer old', 'Bearer new']);
    expect(onAttemptEnd.mock.calls).toMatchObject([
      [{ attempt: 1, failure: { name: 'AuthenticationError', status: 401 } }],
      [{ attempt: 2, failure: undefined }],
    ]);
  });

  test('is not disturbed by a call that is aborted while it runs', async () => {
    const accessToken = () => new Promise<string>((resolve) => setTimeout(resolve, 500, 'late'));
    const { orders } = clientOf(scriptedService(), { accessToken });
    const abort = new AbortController();
    const aborted = rejection(orders.get('o-1', { signal: abort.signal }));
    const other = orders.get('o-2');
    abort.abort(new Error('No longer needed'));
    expect(await aborted).toHaveProperty('cause.message', 'No longer needed');
    expect(await finished(other)).toEqual({ id: 'o-1' });
  });

  test.each([
    ['', 'non-empty'],
    ['Bearer abc', 'leave out `Bearer`'],
    ['abc\n', 'white space'],
    ['tökén', 'characters that no token has'],
  ])('that returns %j rejects the call with a hint, and nothing is sent', async (token, hint) => {
    const service = scriptedService();
    const accessToken: () => string = vi.fn().mockReturnValue(token);
    const error = await rejection(clientOf(service, { accessToken }).orders.get('o-1'));
    expect(error).toBeInstanceOf(AccessTokenError);
    expect(error).toMatchObject({ outcome: 'not-sent', message: expect.stringContaining(hint) });
    expect(service.arrivals).toEqual([]);
  });

  test('that fails after a 401 rejects the call with a message that says so', async () => {
    const accessToken = vi.fn().mockReturnValueOnce('old').mockRejectedValue(new Error('sealed'));
    const call = clientOf(scriptedService(unauthorized), { accessToken }).orders.get('o-1');
    const error = await rejection(finished(call));
    expect(error).toBeInstanceOf(AccessTokenError);
    expect(error).toMatchObject({ attempts: 1, message: expect.stringContaining('failed after a 401') });
  });
});

describe('a new token after a 401', () => {
  const calls = {
    GET: ({ orders }: OutletClient) => orders.get('o-1'),
    PUT: ({ orders }: OutletClient) => orders.update('o-1', { status: 'cancelled' }),
    POST: ({ orders }: OutletClient) => orders.create(order),
  };
  const lost = connectionLost('ECONNRESET');
  const start = (method: keyof typeof calls, firstStep: Step) => {
    const service = scriptedService(firstStep, unauthorized, json({ id: 'o-1' }));
    return { service, call: calls[method](clientOf(service, { accessToken: renewing() })) };
  };

  test.each([
    ['GET', 'whose connection was lost before', lost],
    ['PUT', 'whose connection was lost before', lost],
    ['POST', 'that got a 429 before', tooMany(1)],
    ['POST', 'that was not sent before', connectionLost('ECONNREFUSED')],
  ] as const)('is used for a %s %s', async (method, _, step) => {
    const { service, call } = start(method, step);
    expect(await finished(call)).toEqual({ id: 'o-1' });
    expect(tokensIn(service)).toEqual(['Bearer old', 'Bearer old', 'Bearer new']);
  });

  test.each([
    ['whose connection was lost before', lost],
    ['that got a 500 before', serverError],
  ])('is not used for a POST %s, because another key could perform it twice', async (_, step) => {
    const { service, call } = start('POST', step);
    const error = await rejection(finished(call));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ attempts: 2, outcome: 'unknown', idempotencyKey: call.idempotencyKey });
    expect(tokensIn(service)).toEqual(['Bearer old', 'Bearer old']);
  });
});

describe('keyHash', () => {
  const hashOf = (accessToken: OutletClientOptions['accessToken'], baseUrl = 'https://pos.example') =>
    new OutletClient({ accessToken, baseUrl }).keyHash();

  test('is equal for each client of an API key, and other for another token or origin', async () => {
    const hash = await hashOf('abc');
    expect(await hashOf(async () => 'abc')).toBe(hash);
    expect(await hashOf('abc', 'https://pos.example/')).toBe(hash);
    expect(await hashOf('abd')).not.toBe(hash);
    expect(await hashOf('abc', 'https://staging.pos.example')).not.toBe(hash);
    expect(hash).not.toContain('abc');
  });

  test.each([
    ['a string', 'other'],
    ['a function', () => 'other'],
  ])('a call with the hash of another API key is not sent, if the token is %s', async (_, accessToken) => {
    const service = scriptedService();
    const error = await rejection(
      clientOf(service, { accessToken }).orders.create(order, { keyHash: await hashOf('abc') }),
    );
    expect(error).toBeInstanceOf(AccessTokenError);
    const message = 'was not sent: the access token is of another API key than keyHash';
    expect(error).toMatchObject({ outcome: 'not-sent', message: expect.stringContaining(message) });
    expect(service.arrivals).toEqual([]);
  });

  test('a call with the hash of its API key is sent', async () => {
    const service = scriptedService(json({ id: 'o-1' }));
    const outlet = clientOf(service, { accessToken: () => 'abc' });
    await outlet.orders.create(order, { keyHash: await outlet.keyHash() });
    expect(service.arrivals).toHaveLength(1);
  });

  test('follows the token function, and sends nothing', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { accessToken: renewing() });
    expect(await outlet.keyHash()).not.toBe(await outlet.keyHash());
    expect(service.arrivals).toEqual([]);
  });

  test('rejects if the token function returns no token, or fails', async () => {
    await expect(hashOf(() => '')).rejects.toThrow('invalid token');
    await expect(hashOf(() => Promise.reject(new Error('The store is down.')))).rejects.toThrow(
      'store is down',
    );
  });
});
