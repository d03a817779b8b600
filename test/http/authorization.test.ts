import {
  AccessTokenError,
  AuthenticationError,
  InvalidRequestError,
  type OutletClient,
  originalCauseOf,
} from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
} from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const unauthorized = json({ code: 401, message: 'Unauthorized' }, 401);
const sent = ({ arrivals }: { arrivals: { headers: Headers }[] }) =>
  arrivals.map(({ headers }) => headers.get('authorization'));

test('the token goes out in exactly the form that the service takes §auth.1 §auth.1.exact §endpoints.bearer', async () => {
  const service = scriptedService();
  await clientOf(service, { accessToken: 'abc.DEF-123_4' }).orders.get('o-1');
  expect(sent(service)).toEqual(['Bearer abc.DEF-123_4']);
});

describe('a token function', () => {
  test('is asked on every call §auth.7.rotation', async () => {
    const service = scriptedService();
    const accessToken = vi.fn().mockReturnValueOnce('first').mockResolvedValueOnce('second');
    const outlet = clientOf(service, { accessToken });
    await outlet.orders.get('o-1');
    await outlet.orders.get('o-1');
    expect(sent(service)).toEqual(['Bearer first', 'Bearer second']);
  });

  test('is asked once for all attempts of a call', async () => {
    const service = scriptedService(json({}, 500), json({}, 500), json({ id: 'o-1' }));
    const accessToken = vi.fn(() => 'only');
    await finished(clientOf(service, { accessToken }).orders.get('o-1'));
    expect(service.arrivals).toHaveLength(3);
    expect(accessToken).toHaveBeenCalledOnce();
  });

  test('is asked once more after a 401, and a new token is tried even where nothing else is', async () => {
    const service = scriptedService(unauthorized, json({ id: 'o-1' }));
    const accessToken = vi.fn().mockReturnValueOnce('old').mockReturnValue('new');
    const onRetry = vi.fn();
    const call = clientOf(service, { accessToken, maxRetries: 0, hooks: { onRetry } }).orders.get('o-1');
    const { meta } = await call.withResponse();
    expect(sent(service)).toEqual(['Bearer old', 'Bearer new']);
    expect(meta.attempts).toBe(2);
    expect(onRetry).toHaveBeenCalledWith(expect.objectContaining({ attempt: 1, reason: 'status 401' }));
  });

  test('keeps its new token for the attempts that follow', async () => {
    const service = scriptedService(unauthorized, json({}, 500), json({ id: 'o-1' }));
    const accessToken = vi.fn().mockReturnValueOnce('old').mockReturnValue('new');
    await finished(clientOf(service, { accessToken }).orders.get('o-1'));
    expect(sent(service)).toEqual(['Bearer old', 'Bearer new', 'Bearer new']);
  });

  test('that gives the refused token again ends in the refusal', async () => {
    const service = scriptedService(unauthorized);
    const accessToken = vi.fn(() => 'same');
    const error = await rejection(clientOf(service, { accessToken }).orders.get('o-1'));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(accessToken).toHaveBeenCalledTimes(2);
    expect(service.arrivals).toHaveLength(1);
  });

  test('whose new token is refused too ends in the refusal', async () => {
    const service = scriptedService(unauthorized);
    const accessToken = vi.fn().mockReturnValueOnce('old').mockReturnValue('new');
    const error = await rejection(clientOf(service, { accessToken }).orders.get('o-1'));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ attempts: 2, outcome: 'refused' });
  });

  test.each([
    ['throws', () => Promise.reject(new Error('the vault is sealed'))],
    [
      'throws at once',
      () => {
        throw new Error('the vault is sealed');
      },
    ],
  ])('that %s rejects the call, and nothing is sent', async (_, accessToken) => {
    const service = scriptedService();
    const error = await rejection(clientOf(service, { accessToken }).orders.get('o-1'));
    expect(error).toBeInstanceOf(AccessTokenError);
    expect(error).toMatchObject({
      outcome: 'not-sent',
      attempts: 0,
      message: expect.stringMatching(
        /^GET \S+ was not sent: the accessToken function failed\. .* call again\.$/,
      ),
    });
    expect(originalCauseOf(error)).toHaveProperty('message', 'the vault is sealed');
    expect(service.arrivals).toEqual([]);
  });

  test('that hangs is ended by an abort', async () => {
    const service = scriptedService();
    const controller = new AbortController();
    const accessToken = () => new Promise<string>(() => {});
    const call = clientOf(service, { accessToken }).orders.get('o-1', { signal: controller.signal });
    controller.abort('enough');
    expect(await rejection(call)).toBe('enough');
  });

  test('that hangs is ended by the deadline', async () => {
    const accessToken = () => new Promise<string>(() => {});
    const call = clientOf(scriptedService(), { accessToken }).orders.get('o-1', { deadline: 1_000 });
    await expect(finished(call)).rejects.toMatchObject({
      name: 'TimeoutError',
      attempts: 0,
      outcome: 'not-sent',
    });
  });

  test.each([
    ['', 'non-empty'],
    ['Bearer abc', 'leave out `Bearer`'],
    ['abc def', 'white space'],
    ['abc\n', 'white space'],
    ['tökén', 'characters that no token has'],
    [undefined, 'non-empty'],
  ])('that gives %j is told what is wrong, and nothing is sent', async (token, hint) => {
    const service = scriptedService();
    const accessToken: () => string = vi.fn().mockReturnValue(token);
    const error = await rejection(clientOf(service, { accessToken }).orders.get('o-1'));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({
      issues: [{ path: 'accessToken', message: expect.stringContaining(hint) }],
    });
    expect(service.arrivals).toEqual([]);
  });

  test('that gives no token after a refusal does not say that nothing was sent', async () => {
    const accessToken = vi.fn().mockReturnValueOnce('old').mockReturnValue('not a token');
    const error = await rejection(clientOf(scriptedService(unauthorized), { accessToken }).orders.get('o-1'));
    expect(error).toBeInstanceOf(AccessTokenError);
    expect(error).toMatchObject({
      attempts: 1,
      message: expect.stringContaining(
        'was answered 401, and is to have another token: the accessToken function failed',
      ),
      cause: { message: expect.stringContaining('white space') },
    });
  });
});

describe('after a refused token, a new one', () => {
  const calls = {
    GET: ({ orders }: OutletClient) => orders.get('o-1'),
    PUT: ({ orders }: OutletClient) => orders.update('o-1', { status: 'cancelled' }),
    POST: ({ orders }: OutletClient) => orders.create(order),
  };
  const lost = connectionLost('ECONNRESET');
  const start = (name: keyof typeof calls, ...script: Step[]) => {
    const service = scriptedService(...script, unauthorized, json({ id: 'o-1' }));
    const accessToken = vi.fn().mockReturnValueOnce('old').mockReturnValue('new');
    return { service, call: calls[name](clientOf(service, { accessToken })) };
  };

  test.each([
    ['GET', 'that got no answer before', lost],
    ['PUT', 'that got no answer before', lost],
    ['POST', 'that was refused before', tooMany(1)],
    ['POST', 'that was not sent before', connectionLost('ECONNREFUSED')],
  ] as const)('is tried with a %s %s', async (name, _, step) => {
    const { service, call } = start(name, step);
    expect(await finished(call)).toEqual({ id: 'o-1' });
    expect(sent(service)).toEqual(['Bearer old', 'Bearer old', 'Bearer new']);
  });

  test.each([
    ['got no answer', lost],
    ['ended in a server error', json({}, 500)],
  ])(
    'is not tried with a POST that %s before: to another key, it would be another order',
    async (_, step) => {
      const { service, call } = start('POST', step);
      const error = await rejection(finished(call));
      expect(error).toBeInstanceOf(AuthenticationError);
      expect(error).toMatchObject({ attempts: 2, outcome: 'unknown', idempotencyKey: call.idempotencyKey });
      expect(sent(service)).toEqual(['Bearer old', 'Bearer old']);
    },
  );
});
