import { ConnectionError, OutletClient } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  hang,
  json,
  order,
  rejection,
  scriptedService,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

describe('withOptions', () => {
  test('changes the options that are passed, and keeps the others', async () => {
    const service = scriptedService(json({ code: 500 }, 500));
    const outlet = clientOf(service, {
      maxRetries: 2,
      rateLimit: false,
      baseUrl: 'https://pos.example/kept',
    });
    const derived = outlet.withOptions({ timeout: 5_000, maxRetries: undefined, baseUrl: undefined });
    expect(await rejection(finished(derived.orders.get('o-1')))).toMatchObject({ attempts: 3 });
    expect(service.arrivals[0]?.url.href).toBe('https://pos.example/kept/api/v1/orders/o-1');
    expect(await rejection(finished(outlet.withOptions({ maxRetries: 0 }).orders.get('o-1')))).toMatchObject({
      attempts: 1,
    });
  });

  test('keeps the values of environment variables that have changed since', async () => {
    vi.stubEnv('OUTLET_BASE_URL', 'https://env.example');
    vi.stubEnv('OUTLET_ACCESS_TOKEN', 'from-env');
    const service = scriptedService();
    const outlet = new OutletClient({ fetch: service.fetch });
    vi.unstubAllEnvs();
    await outlet.withOptions({ timeout: 5_000 }).orders.get('o-1');
    expect(service.arrivals[0]?.headers.get('authorization')).toBe('Bearer from-env');
  });

  test('shares the limiter', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { rateLimit: { requests: 1, interval: 1_000 } });
    await finished(
      Promise.all([outlet.orders.get('o-1'), outlet.withOptions({ timeout: 9 }).orders.get('o-2')]),
    );
    expect(Number(service.arrivals[1]?.at) - Number(service.arrivals[0]?.at)).toBeGreaterThanOrEqual(1_000);
  });

  test('needs no options', async () => {
    const outlet = clientOf(scriptedService(), { baseUrl: 'https://pos.example' });
    const derived = outlet.withOptions();
    expect(await derived.orders.get('o-1')).toEqual({ id: 'o-1' });
    derived.close();
    expect(await outlet.orders.get('o-1')).toEqual({ id: 'o-1' });
  });

  test('adds its hooks to those of the parent, which run first', async () => {
    const called: string[] = [];
    const named = (name: string) => ({ onAttempt: () => called.push(name) });
    const broken = () => {
      called.push('broken');
      throw new Error('broken');
    };
    const outlet = clientOf(scriptedService(), { hooks: named('parent') });
    const child = outlet.withOptions({ hooks: { onAttempt: broken } });
    const grandchild = child.withOptions({ timeout: 5_000 }).withOptions({ hooks: named('grandchild') });
    await grandchild.orders.get('o-1');
    expect(called).toEqual(['parent', 'broken', 'grandchild']);
    called.length = 0;
    await outlet.orders.get('o-1');
    expect(called).toEqual(['parent']);
  });

  test('calls hooks once if the parent has the same ones', async () => {
    const onAttempt = vi.fn();
    const options = { hooks: { onAttempt } };
    await clientOf(scriptedService(), options).withOptions(options).orders.get('o-1');
    expect(onAttempt).toHaveBeenCalledOnce();
  });

  test('rejects invalid options, as the constructor does', () => {
    expect(() => clientOf(scriptedService()).withOptions({ timeout: -1 })).toThrow(/timeout/);
  });
});

describe('close', () => {
  test('rejects further calls, also of derived clients', async () => {
    const service = scriptedService();
    const outlet = clientOf(service);
    const derived = outlet.withOptions({ timeout: 5_000 }).withOptions({ maxRetries: 0 });
    outlet.close();
    for (const closed of [outlet, derived]) {
      const error = await rejection(closed.orders.create(order));
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({
        outcome: 'not-sent',
        attempts: 0,
        message: expect.stringContaining('the client is closed'),
      });
    }
    expect(service.arrivals).toEqual([]);
  });

  test('of a derived client leaves its parent open', async () => {
    const outlet = clientOf(scriptedService());
    outlet.withOptions({ timeout: 5_000 }).close();
    expect(await outlet.orders.get('o-1')).toEqual({ id: 'o-1' });
  });

  test.each([
    ['is in flight', hang, 'unknown'],
    ['waits for a retry', connectionLost('ECONNRESET'), 'unknown'],
    ['waits after a refused connection', connectionLost('ECONNREFUSED'), 'not-sent'],
  ])('ends a call that %s', async (_, step, outcome) => {
    const service = scriptedService(step);
    const outlet = clientOf(service);
    const call = rejection(outlet.orders.create(order));
    await vi.advanceTimersByTimeAsync(10);
    outlet.close();
    expect(await call).toMatchObject({ name: 'ConnectionError', outcome, attempts: 1 });
  });

  test('ends a call that waits for the rate limit, and the limiter stops at the end of its window', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { rateLimit: { requests: 1, interval: 1_000 } });
    await outlet.orders.get('o-1');
    const waiting = rejection(outlet.orders.get('o-2'));
    outlet.close();
    expect(await waiting).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent', attempts: 0 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(service.arrivals).toHaveLength(1);
  });

  test('does not affect other clients of the key', async () => {
    const service = scriptedService();
    const [one, other] = [
      clientOf(service, { accessToken: 'of-two' }),
      clientOf(service, { accessToken: 'of-two' }),
    ];
    one.close();
    expect(await other.orders.get('o-1')).toEqual({ id: 'o-1' });
  });

  test('can be called twice', () => {
    const outlet = clientOf(scriptedService());
    outlet.close();
    expect(() => outlet.close()).not.toThrow();
  });
});
