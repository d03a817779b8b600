import {
  AuthenticationError,
  ConflictError,
  createOutletPool,
  idempotencyKeyFrom,
  OutletClient,
  type OutletClientOptions,
} from 'outlet-open-api';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  hangingBody,
  json,
  order,
  rejection,
  type Step,
  scriptedService,
  tooMany,
} from '../../support/services/scripted-service.js';

// Another call, or another process, can have lost an attempt with the same idempotency key.
beforeEach(() => void vi.useFakeTimers());

const idempotencyKey = idempotencyKeyFrom('bistro', 'F-1', 'create');
const unauthorized = json({ code: 401, message: 'Unauthorized' }, 401);
const conflict = json({ code: 409, message: 'Conflict' }, 409);
const lost = connectionLost('ECONNRESET');

/** The orders of the test at the outlet. */
const placed = (fake: FakeOutlet) =>
  fake.orders.all().filter(({ partnerInfo }) => partnerInfo?.orderId === 'F-1');

describe('a rotated API key', () => {
  const body = {
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
    items: [{ menuItemId: 'item-burger', quantity: 1 }],
  };

  /** An outlet whose merchant can replace the API key, a vault that always has the latest one, and a pool that loads from it. */
  async function rotatable() {
    const fake = createFakeOutlet({ rateLimit: false });
    let { token } = fake.key('digital-ordering');
    const options: OutletClientOptions = { baseUrl: fake.baseUrl, fetch: fake.fetch, rateLimit: false };
    const load = async () => ({ ...options, accessToken: token, maxRetries: 0 });
    return {
      fake,
      pool: createOutletPool({ load, idleTimeout: 1_000 }),
      pooled: await createOutletPool({ load }).get('bistro'),
      /** Requests the latest token for each call. */
      outlet: new OutletClient({ ...options, accessToken: async () => token, maxRetries: 0 }),
      rotate() {
        const old = fake.keys.all();
        token = fake.keys.create({ useCase: 'digital-ordering' }).token;
        for (const key of old) fake.keys.revoke(key);
      },
    };
  }

  const another =
    'another token than the one that sent this idempotencyKey before. The API may have performed';
  const otherApiKey =
    'Another API key may not know this idempotencyKey: if you have sent it before, look for its result before you call again.';

  test.each<[string, 'pooled' | 'outlet', (outlet: OutletClient) => Promise<unknown>, string]>([
    ['after a 401', 'pooled', async () => {}, otherApiKey],
    ['after another call loaded the new token', 'pooled', ({ channels }) => channels.list(), another],
    ['whose token is requested for each call', 'outlet', async () => {}, another],
  ])('creates no second order with the key of a lost call %s', async (_, client, meanwhile, message) => {
    const { fake, rotate, [client]: outlet } = await rotatable();
    const before = fake.orders.all().length;
    const create = () => rejection(finished(outlet.orders.create(body, { idempotencyKey })));
    fake.failNext({ fault: 'lost-response', method: 'POST' });
    expect(await create()).toMatchObject({ outcome: 'unknown' });
    rotate();
    await finished(meanwhile(outlet));
    expect(await create()).toMatchObject({
      idempotencyKey,
      isTransient: false,
      message: expect.stringContaining(message),
    });
    // Whatever loop repeats the call.
    expect(await create()).toMatchObject({ outcome: 'unknown', message: expect.stringContaining(another) });
    expect(fake.orders.all()).toHaveLength(before + 1);
    await finished(outlet.channels.list());
  });

  test('does not repeat a key whose first call still runs', async () => {
    const { fake, outlet, rotate } = await rotatable();
    fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response', delay: 5_000 });
    const first = rejection(outlet.orders.create(body, { idempotencyKey }));
    await vi.advanceTimersByTimeAsync(100);
    rotate();

    const second = await rejection(outlet.orders.create(body, { idempotencyKey }));

    expect(second).toMatchObject({ message: expect.stringContaining(another), outcome: 'unknown' });
    await finished(first);
    expect(placed(fake)).toHaveLength(1);
  });

  test('does not repeat a key after the pool was idle', async () => {
    const { fake, pool, rotate } = await rotatable();
    fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response' });
    const create = async () => (await pool.get('bistro')).orders.create(body, { idempotencyKey });
    await rejection(create());
    rotate();
    await vi.advanceTimersByTimeAsync(60_000);

    // The pool has the old token.
    expect(await rejection(create())).toMatchObject({ message: expect.stringContaining(otherApiKey) });
    expect(await rejection(create())).toMatchObject({ message: expect.stringContaining(another) });

    expect(placed(fake)).toHaveLength(1);
  });

  test('does not repeat a key whose outcome is unknown after a thousand other calls', async () => {
    let token = 'old';
    const service = scriptedService(lost, json({ id: 'o-1' }));
    const outlet = clientOf(service, { accessToken: async () => token, rateLimit: false, maxRetries: 0 });
    await rejection(outlet.orders.create(order, { idempotencyKey }));
    for (let call = 0; call < 1_001; call += 1) await outlet.orders.import({ externalOrderSource: 'pos' });
    token = 'new';

    expect(await rejection(outlet.orders.create(order, { idempotencyKey }))).toMatchObject({
      message: expect.stringContaining(another),
    });
    expect(service.arrivals).toHaveLength(1_002);
  });

  test('is used at once for a key that the client made, because nobody can have sent it before', async () => {
    const { pooled, rotate } = await rotatable();
    rotate();
    const { meta } = await finished(pooled.orders.create(body).withResponse());
    expect(meta.attempts).toBe(2);
  });

  test('ends a call with a passed key even if the new token cannot be loaded', async () => {
    const accessToken = vi.fn().mockReturnValueOnce('old').mockRejectedValue(new Error('sealed'));
    const outlet = clientOf(scriptedService(unauthorized), { accessToken });
    const error = await rejection(finished(outlet.orders.create(order, { idempotencyKey })));
    expect(error).toBeInstanceOf(AuthenticationError);
  });
});

describe('a 409 to a POST', () => {
  const firstBody = 'repeat its body with this key. Use a new key only if you know that it was not.';

  test.each<[string, string, boolean, Step[], string | undefined]>([
    ['unknown', 'with a passed key', false, [conflict], idempotencyKey],
    ['unknown', 'with a passed key after a 429', false, [tooMany(1), conflict], idempotencyKey],
    ['unknown', 'with a passed key after a lost attempt', true, [lost, conflict], idempotencyKey],
    ['unknown', 'with a key of the client after a lost attempt', true, [lost, conflict], undefined],
    // Bun and Deno repeat a POST if a reused connection breaks, and so do some proxies.
    ['unknown', 'with a key of the client', true, [conflict], undefined],
    ['unknown', 'with a key of the client after a 429', true, [tooMany(1), conflict], undefined],
  ])('is %s %s', async (outcome, _, isTransient, script, key) => {
    const service = scriptedService(...script);
    const { orders } = clientOf(service);
    const error = await rejection(finished(orders.create(order, { idempotencyKey: key })));
    expect(error).toBeInstanceOf(ConflictError);
    // Only an own attempt is known to have had the same body.
    const limited = script.filter((step) => step instanceof Response && step.status === 429);
    expect(service.arrivals).toHaveLength(isTransient ? 5 + limited.length : script.length);
    expect(error).toMatchObject({ outcome, isTransient });
    const advice = key ? firstBody : 'repeat it with the same';
    expect(error).toHaveProperty('message', expect.stringContaining(advice));
    expect(error).not.toHaveProperty('message', expect.stringContaining('If you changed the body'));
  });

  test('resolves if the client made the key, and the repetition of the runtime has created the order', async () => {
    const service = scriptedService(conflict, json({ id: 'o-1' }));
    expect(await finished(clientOf(service).orders.create(order))).toEqual({ id: 'o-1' });
    const [first, second] = service.arrivals;
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  test('is unknown with a passed key even if the call is aborted before its body was read', async () => {
    const { orders } = clientOf(scriptedService(() => new Response(hangingBody().body, { status: 409 })));
    const controller = new AbortController();
    const call = rejection(orders.create(order, { idempotencyKey, signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    expect(await call).toMatchObject({ name: 'AbortError', outcome: 'unknown' });
  });

  test('to a PUT is rejected', async () => {
    const call = clientOf(scriptedService(conflict)).orders.update('o-1', { status: 'cancelled' });
    expect(await rejection(call)).toMatchObject({ outcome: 'rejected', isTransient: false });
  });
});

describe('advice for a passed key', () => {
  test.each([400, 413])('after a %i says that an earlier call can have had a result', async (status) => {
    const service = scriptedService(json({ code: status, message: 'Invalid' }, status));
    const call = (options: object) => rejection(clientOf(service).orders.create(order, options));
    const advice =
      'If you have sent this idempotencyKey before, look for its result before you use a new one.';
    expect(String(await call({ idempotencyKey }))).toContain(advice);
    expect(String(await call({}))).not.toContain(advice);
  });

  test('after a call that was not sent is to repeat that key', async () => {
    const { orders } = clientOf(scriptedService(connectionLost('ECONNREFUSED')), { maxRetries: 0 });
    const error = await rejection(orders.create(order, { idempotencyKey }));
    expect(error).toMatchObject({ outcome: 'not-sent' });
    expect(String(error)).toContain('so it is safe to call again with this idempotencyKey.');
  });
});

test('a key is sent in lower case, because some databases return UUIDs in upper case', async () => {
  const service = scriptedService();
  const call = clientOf(service).orders.create(order, { idempotencyKey: idempotencyKey.toUpperCase() });
  await call;
  expect(call.idempotencyKey).toBe(idempotencyKey);
  expect(service.arrivals[0]?.headers.get('idempotency-key')).toBe(idempotencyKey);
});
