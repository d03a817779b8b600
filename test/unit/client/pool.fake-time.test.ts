import {
  AccessTokenError,
  type AccessTokenRequest,
  AuthenticationError,
  ConnectionError,
  createOutletPool,
  type OutletClientOptions,
  OutletError,
  RequestValidationError,
} from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler } from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { finished, hang, rejection, scriptedService } from '../../support/services/scripted-service.js';
import { gate } from '../../support/time/gate.js';
import { complete, delivery, statusOf } from '../webhooks/deliveries.js';

beforeEach(() => void vi.useFakeTimers());

/** A chain of outlets, and a vault with a token for each. */
function chainOf(...outletIds: string[]) {
  const fake = createFakeOutlet({ rateLimit: false, empty: true });
  const outlets = new Map(outletIds.map((outletId) => [outletId, fake.addOutlet({ outletId, empty: true })]));
  const keysOf = (outletId: string) => {
    const outlet = outlets.get(outletId);
    if (!outlet) throw new Error(`The vault has no outlet ${outletId}`);
    return outlet.keys;
  };
  const tokens = new Map<string, string>();
  const optionsOf = (outletId: string) => ({
    baseUrl: fake.baseUrl,
    fetch: fake.fetch,
    rateLimit: false as const,
    accessToken: tokens.get(outletId) ?? keysOf(outletId).all()[0]?.token,
  });
  /** Replaces the key of an outlet, in the vault as well. */
  const rotate = (outletId: string) => {
    const keys = keysOf(outletId);
    tokens.set(outletId, keys.create({ useCase: 'order-data' }).token);
    for (const key of keys.all().slice(0, -1)) keys.revoke(key);
  };
  const load = vi.fn(async (outletId: string): Promise<OutletClientOptions> => optionsOf(outletId));
  return { fake, keysOf, optionsOf, rotate, load };
}

describe('get', () => {
  test('loads an outlet once for parallel and later calls', async () => {
    const { load } = chainOf('bistro', 'bakery');
    const pool = createOutletPool({ load });
    const [first, ...others] = await Promise.all(['bistro', 'bistro', 'bakery', 'bistro'].map(pool.get));
    expect(load.mock.calls).toEqual([['bistro'], ['bakery']]);
    expect(others[0]).toBe(first);
    expect(others[1]).not.toBe(first);
    expect(await pool.get('bistro')).toBe(first);
    expect(load).toHaveBeenCalledTimes(2);
    expect(pool.size).toBe(2);
  });

  test('rejects with the error of load, and the next call loads again', async () => {
    const { load } = chainOf('bistro');
    const failure = new Error('the vault is sealed');
    load.mockRejectedValueOnce(failure);
    const pool = createOutletPool({ load });
    const calls = [pool.get('bistro'), pool.get('bistro')].map(rejection);
    expect(await Promise.all(calls)).toEqual([failure, failure]);
    expect(pool.size).toBe(0);
    expect(await (await pool.get('bistro')).channels.list()).toEqual([]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['no token, because the environment has the token of another outlet', { accessToken: undefined }],
    ['a token with white space', { accessToken: 'abc\n' }],
    ['another invalid option', { accessToken: 'abc', timeout: -1 }],
    ['maxQueued for a limiter without state', { rateLimit: { take: () => expect.fail() }, maxQueued: 5 }],
  ])('rejects if load returns %s', async (_, changed) => {
    vi.stubEnv('OUTLET_ACCESS_TOKEN', 'token-of-another-outlet');
    const { optionsOf } = chainOf('bistro');
    const pool = createOutletPool({ load: () => ({ ...optionsOf('bistro'), ...changed }) });
    const error = await rejection(pool.get('bistro'));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error).toHaveProperty('issues', [
      { path: Object.keys(changed).at(-1), message: expect.any(String) },
    ]);
  });

  test('rejects if load returns nothing, or the ID is empty', async () => {
    const load = vi.fn(async () => JSON.parse('null'));
    const pool = createOutletPool({ load });
    expect(await rejection(pool.get(''))).toHaveProperty('issues.0.path', 'keyRef');
    expect(load).not.toHaveBeenCalled();
    const error = await rejection(pool.get('bistro'));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error).toHaveProperty('message', expect.stringContaining('the key bistro'));
  });

  test('names the outlet whose options are invalid', async () => {
    const pool = createOutletPool({ load: () => ({ accessToken: 'token', baseUrl: 'pos.example' }) });
    const message = expect.stringMatching(/the key bistro: `baseUrl` must be/);
    expect(await rejection(pool.get('bistro'))).toHaveProperty('message', message);
  });

  test.each([{ load: 'x' }, { load: () => {}, max: 0 }, { load: () => {}, idleTimeout: -1 }])(
    'invalid options are rejected: %o',
    (options) => {
      const create = () => Reflect.apply(createOutletPool, undefined, [options]);
      expect(create).toThrow(RequestValidationError);
      expect(create).toThrow(String(Object.keys(options).at(-1)));
    },
  );
});

describe('after a 401', () => {
  test('20 parallel calls load the new token once, and all succeed', async () => {
    const { load, rotate } = chainOf('bistro');
    const pool = createOutletPool({ load });
    const bistro = await pool.get('bistro');
    await bistro.channels.list();
    rotate('bistro');
    const calls = Array.from({ length: 20 }, () => bistro.channels.list());
    expect(await finished(Promise.all(calls))).toHaveLength(20);
    expect(load).toHaveBeenCalledTimes(2);
    expect(await pool.get('bistro')).toBe(bistro);
  });

  test('calls whose 401 arrives after the new token use that token', async () => {
    const { load, rotate, fake, optionsOf } = chainOf('bistro');
    let hold: Promise<unknown> | undefined;
    const fetch: typeof fake.fetch = async (input, init) => {
      const held = hold;
      hold = undefined;
      const response = await fake.fetch(input, init);
      await held;
      return response;
    };
    load.mockImplementation(async (outletId) => ({ ...optionsOf(outletId), fetch }));
    const bistro = await createOutletPool({ load }).get('bistro');
    rotate('bistro');
    const late = gate<void>();
    hold = late.promise;
    const slow = bistro.channels.list();
    await finished(bistro.channels.list());
    expect(load).toHaveBeenCalledTimes(2);
    late.open();
    await finished(slow);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('a token function gets the rejected token, and load does not run again', async () => {
    const { load, optionsOf, keysOf } = chainOf('bistro');
    const keys = keysOf('bistro');
    const [old, next] = [keys.all()[0]?.token ?? '', keys.create({ useCase: 'reservations' }).token];
    const accessToken = vi.fn(({ rejectedToken }: AccessTokenRequest) =>
      rejectedToken === old ? next : old,
    );
    load.mockImplementation(async (outletId) => ({ ...optionsOf(outletId), accessToken }));
    const bistro = await createOutletPool({ load }).get('bistro');
    keys.revoke(old);
    await finished(bistro.channels.list());
    expect(accessToken.mock.calls).toEqual([[{ rejectedToken: undefined }], [{ rejectedToken: old }]]);
    accessToken.mockReturnValue(old);
    expect(await rejection(finished(bistro.channels.list()))).toBeInstanceOf(AuthenticationError);
    expect(load).toHaveBeenCalledOnce();
  });

  test('a call fails with the 401 if load returns the same token, and a later call loads again', async () => {
    const { load, keysOf, rotate } = chainOf('bistro');
    const bistro = await createOutletPool({ load }).get('bistro');
    keysOf('bistro').revoke('digital-ordering');
    expect(await rejection(finished(bistro.channels.list()))).toBeInstanceOf(AuthenticationError);
    rotate('bistro');
    expect(await finished(bistro.channels.list())).toEqual([]);
    expect(load).toHaveBeenCalledTimes(3);
  });

  test('a call fails with AccessTokenError if load fails, and a later call loads again', async () => {
    const { load, rotate } = chainOf('bistro');
    const bistro = await createOutletPool({ load }).get('bistro');
    rotate('bistro');
    load.mockRejectedValueOnce(new Error('the vault is sealed'));
    expect(await rejection(finished(bistro.channels.list()))).toBeInstanceOf(AccessTokenError);
    expect(await finished(bistro.channels.list())).toEqual([]);
  });

  test('a derived client continues with the new token', async () => {
    const { load, rotate } = chainOf('bistro');
    const bistro = await createOutletPool({ load }).get('bistro');
    rotate('bistro');
    expect(await finished(bistro.withOptions({ timeout: 5_000 }).channels.list())).toEqual([]);
    await bistro.channels.list();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('close', () => {
  test('closes the clients, and rejects later calls of get', async () => {
    const service = scriptedService(hang);
    const load = () => ({
      baseUrl: 'https://pos.example',
      accessToken: 'token-of-closed',
      fetch: service.fetch,
    });
    const pool = createOutletPool({ load });
    const running = rejection((await pool.get('bistro')).channels.list());
    await vi.advanceTimersByTimeAsync(10);
    pool.close();
    expect(await running).toBeInstanceOf(ConnectionError);
    expect(await rejection(pool.get('bistro'))).toBeInstanceOf(OutletError);
    expect(pool.size).toBe(0);
  });

  test('rejects a call of get whose outlet still loads', async () => {
    const { optionsOf } = chainOf('bistro');
    const load = async () => {
      await vi.advanceTimersByTimeAsync(10);
      return optionsOf('bistro');
    };
    const pool = createOutletPool({ load });
    const loading = rejection(pool.get('bistro'));
    pool.close();
    expect(await loading).toHaveProperty('message', expect.stringContaining('pool is closed'));
    expect(pool.size).toBe(0);
  });
});

test('a webhook handler gets the client of each key, and the IDs of the key and its outlet', async () => {
  const { load } = chainOf('bistro', 'bakery');
  const pool = createOutletPool({ load });
  const seen: unknown[] = [];
  const handle = createWebhookHandler({
    verify: 'none',
    resolve: pool.resolve(({ url }) => new URL(url).pathname.slice(1)),
    onAny: (_, { outlet, keyRef, outletRef }) => void seen.push([outlet, keyRef, outletRef]),
    onError: () => {},
  });
  for (const [outletId, status] of Object.entries({ bistro: 200, bakery: 200, unknown: 503 })) {
    expect(await statusOf(handle(delivery(complete, `https://receiver.example/${outletId}`)))).toBe(status);
  }
  expect(seen).toEqual([
    [await pool.get('bistro'), 'bistro', 'bistro'],
    [await pool.get('bakery'), 'bakery', 'bakery'],
  ]);
});

test('load can return the outlet of a key, because an outlet can have several keys', async () => {
  const { load } = chainOf('bistro/order-data', 'bistro/inventory');
  const pool = createOutletPool({
    load: async (keyRef) => ({ ...(await load(keyRef)), outletRef: keyRef.split('/')[0] }),
  });
  for (const keyRef of ['bistro/order-data', 'bistro/inventory']) {
    const outlet = await pool.get(keyRef);
    expect(await pool.context(keyRef)).toEqual({ outlet, keyRef, outletRef: 'bistro' });
  }
});

test('an empty ID of the outlet is rejected', async () => {
  const { load } = chainOf('bistro');
  const pool = createOutletPool({ load: async (keyRef) => ({ ...(await load(keyRef)), outletRef: '' }) });
  await expect(pool.get('bistro')).rejects.toMatchObject({ issues: [{ path: 'outletRef' }] });
});
