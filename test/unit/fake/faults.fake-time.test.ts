import type { FakeOutlet, FakeOutletOptions, Fault } from 'outlet-open-api/testing';
import { describe, expect, it, vi } from 'vitest';
import { collectGarbage } from '../../support/bytes-in-use.js';
import { fakeAtNoon, requestFor, send } from './send.js';

const order = { channelId: 'channel-foodie', items: [{ menuItemId: 'item-pizza', quantity: 1 }] };

/** Posts an order. Returns the outcome, and whether the order was created. */
async function post(fake: FakeOutlet, init: RequestInit = {}) {
  const before = fake.orders.all().length;
  const request = requestFor(fake, 'POST /orders', { body: order });
  const outcome = await fake.fetch(request, init).then(
    (response) => ({ response, error: undefined }),
    (error: unknown) => ({ response: undefined, error }),
  );
  return { ...outcome, wasMade: fake.orders.all().length > before };
}

/** Posts an order to a new fake, which fails in this way. */
async function postDuring(fault: Fault, options: FakeOutletOptions = {}) {
  const fake = fakeAtNoon(options);
  fake.failNext(fault);
  return { fake, ...(await post(fake)) };
}

describe('a connection that breaks', () => {
  it.each([
    ['lost-response', true],
    ['dropped-request', false],
  ] as const)('%s; performed: %s', async (kind, expected) => {
    const { error, wasMade } = await postDuring({ fault: kind });

    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } });
    expect(wasMade).toBe(expected);
  });
});

describe('an error of the service', () => {
  it.each([
    ['server-error', false],
    ['server-error-after-effect', true],
  ] as const)('%s; performed: %s §errors.status.500', async (kind, expected) => {
    const { response, wasMade } = await postDuring({ fault: kind });

    expect(response?.status).toBe(500);
    expect(await response?.json()).toMatchObject({ code: 500 });
    expect(wasMade).toBe(expected);
  });

  it('comes from a proxy, in HTML and without the headers of the service', async () => {
    const { response, wasMade } = await postDuring(
      { fault: 'bad-gateway-html' },
      { rateLimit: { requests: 5, interval: 1_000 } },
    );

    expect(response?.status).toBe(502);
    expect(response?.headers.get('content-type')).toBe('text/html');
    expect(response?.headers.has('x-ratelimit-limit')).toBe(false);
    expect(wasMade).toBe(false);
  });

  it('comes from a gateway, without the headers of the service', async () => {
    const { response, wasMade } = await postDuring(
      { fault: 'unavailable' },
      { rateLimit: { requests: 5, interval: 1_000 } },
    );

    expect(response?.status).toBe(503);
    expect(response?.headers.has('x-ratelimit-limit')).toBe(false);
    expect(wasMade).toBe(false);
  });

  it.each(['unavailable', 'dropped-request', 'hang'] as const)(
    'lasts as long as asked: %s',
    async (fault) => {
      vi.useFakeTimers();
      const fake = fakeAtNoon();
      const succeeds = async () => {
        const signal = AbortSignal.timeout(10);
        const response = fake.fetch(new Request(requestFor(fake, 'GET /channels'), { signal }));
        const isOk = response.then(({ ok }) => ok).catch(() => false);
        await vi.advanceTimersByTimeAsync(10);
        return isOk;
      };
      fake.failNext({ fault, lasting: 60_000 });

      expect([await succeeds(), await succeeds()]).toEqual([false, false]);
      expect(fake.faults).toMatchObject([{ left: Number.POSITIVE_INFINITY, used: 2 }]);
      await vi.advanceTimersByTimeAsync(59_000);
      expect(await succeeds()).toBe(false);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(fake.faults).toEqual([]);
      expect(await succeeds()).toBe(true);
    },
  );

  it('locks the key for the rest of its window', async () => {
    const { fake, response, wasMade } = await postDuring(
      { fault: 'rate-limited' },
      { rateLimit: { requests: 5, interval: 1_000 } },
    );

    expect(response?.status).toBe(429);
    expect(await response?.json()).toMatchObject({ code: 429, retryAfter: 1 });
    expect(response?.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(wasMade).toBe(false);
    expect((await send(fake, 'GET /channels')).status).toBe(429);
    fake.clock.advance(1_000);
    expect((await send(fake, 'GET /channels')).status).toBe(200);
  });
});

describe('a body that does not arrive intact', () => {
  it('is cut', async () => {
    const { response, wasMade } = await postDuring({ fault: 'cut-body' });

    expect(response?.status).toBe(201);
    await expect(response?.text()).rejects.toThrow('terminated');
    expect(wasMade).toBe(true);
  });

  it('is not JSON', async () => {
    const { response, wasMade } = await postDuring({ fault: 'invalid-json' });

    expect(response?.headers.get('content-type')).toBe('application/json');
    await expect(response?.json()).rejects.toThrow(SyntaxError);
    expect(wasMade).toBe(true);
  });

  it('is empty', async () => {
    const { response, wasMade } = await postDuring({ fault: 'empty-body' });

    expect(await response?.text()).toBe('');
    expect(wasMade).toBe(true);
  });

  it('is slow, but complete', async () => {
    const { response } = await postDuring({ fault: 'slow-body', delay: 1 });

    expect(await response?.json()).toMatchObject({ status: 'open' });
  });

  it('is slow, and ends with the request', async () => {
    const fake = fakeAtNoon();
    const abort = new AbortController();
    fake.failNext({ fault: 'slow-body', delay: 60_000 });

    const { response } = await post(fake, { signal: abort.signal });
    const text = response?.text();
    abort.abort(new Error('enough'));

    await expect(text).rejects.toThrow('enough');
  });
});

describe('a request without a response', () => {
  it('ends with its signal, and is not performed', async () => {
    const fake = fakeAtNoon();
    const abort = new AbortController();
    fake.failNext({ fault: 'hang' });

    const outcome = post(fake, { signal: abort.signal });
    abort.abort(new Error('enough'));

    expect(await outcome).toMatchObject({ error: { message: 'enough' }, wasMade: false });
  });

  it('ends with its signal even after a garbage collection', async () => {
    const abort = new AbortController();
    const outcome = hang(abort.signal);
    await new Promise((resolve) => setTimeout(resolve, 5));
    collectGarbage();
    abort.abort(new Error('enough'));

    await expect(outcome).rejects.toThrow('enough');

    /** After the return, only the signal refers to the request and to the fake. */
    function hang(signal: AbortSignal): Promise<Response> {
      const fake = fakeAtNoon({ empty: true });
      fake.failNext({ fault: 'hang' });
      return fake.fetch(new Request(requestFor(fake, 'GET /channels'), { signal }));
    }
  });

  it('is not sent if its signal has already aborted', async () => {
    const fake = fakeAtNoon();

    const { error } = await post(fake, { signal: AbortSignal.abort(new Error('before')) });

    expect(error).toMatchObject({ message: 'before' });
    expect(fake.requests).toEqual([]);
  });
});

describe('a plan', () => {
  const statuses = async (fake: FakeOutlet, lines: string[]) => {
    const seen = [];
    for (const line of lines) seen.push((await send(fake, line)).status);
    return seen;
  };

  it.each([
    ['by method', { method: 'put', fault: 'server-error' }, [200, 200, 500]],
    ['by path', { path: '/menus', fault: 'server-error' }, [200, 500, 400]],
    ['by a path with parameters', { path: '/orders/{orderId}', fault: 'server-error' }, [200, 200, 500]],
    ['by a path in the other notation', { path: '/orders/:id', fault: 'server-error' }, [200, 200, 500]],
    ['by the path of one order', { path: '/orders/o-1', fault: 'server-error' }, [200, 200, 500]],
    ['not by the path of another order', { path: '/orders/o-2', fault: 'server-error' }, [200, 200, 400]],
    ['as often as asked', { fault: 'server-error', times: 2 }, [500, 500, 400]],
  ] satisfies [string, Fault, number[]][])('applies to requests %s', async (_, fault, expected) => {
    const fake = fakeAtNoon();
    const { id } = fake.orders.add({ id: 'o-1' });
    fake.failNext(fault);

    const lines = ['GET /channels', 'GET /menus?channelType=dine-in'];
    const first = await statuses(fake, lines);
    const last = await send(fake, `PUT /orders/${id}`, { body: {} });

    expect([...first, last.status]).toEqual(expected);
  });

  it('for the path of an order does not affect action logs', async () => {
    const fake = fakeAtNoon();
    fake.failNext({ path: '/orders/{orderId}', fault: 'server-error' });

    const logs = 'GET /orders/action-logs?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z';
    expect(await statuses(fake, [logs, 'GET /orders/none'])).toEqual([200, 500]);
  });

  it.each([
    { path: 'channels' },
    { path: '/orders/{orderId}/log' },
    { path: '/channels/' },
    { path: '/orders/{id' },
    { path: '/orders/o-1?expand=1' },
    { method: 'DELETE', path: '/orders/{orderId}' },
    { method: 'PSOT' },
    { method: 'POST', path: '/orders/o-1' },
  ])('for $method $path throws, because there is no such endpoint', (unknown) => {
    expect(() => fakeAtNoon().failNext({ ...unknown, fault: 'hang' })).toThrow(/No request can match/);
  });

  it('waits for the fault before it', async () => {
    const fake = fakeAtNoon();
    fake.failNext({ fault: 'server-error' });
    fake.failNext({ fault: 'rate-limited' });

    expect(await statuses(fake, ['GET /channels', 'GET /channels', 'GET /channels'])).toEqual([
      500, 429, 200,
    ]);
  });

  it('waits for a request with a valid token', async () => {
    const fake = fakeAtNoon();
    fake.failNext({ fault: 'server-error' });

    const unknown = await send(fake, 'GET /channels', { headers: { authorization: 'Bearer nobody' } });
    fake.keys.revoke('order-data');
    const revoked = await send(fake, 'GET /channels', { as: 'order-data' });

    expect([unknown.status, revoked.status]).toEqual([401, 401]);
    expect(fake.faults).toMatchObject([{ left: 1, used: 0 }]);
    expect(fake.requests.map(({ fault }) => fault)).toEqual([undefined, undefined]);
    expect(await statuses(fake, ['GET /channels'])).toEqual([500]);
  });

  it.each(['server-error', 'rate-limited'] as const)(
    'of the kind %s waits for a request within the rate limit',
    async (fault) => {
      const fake = fakeAtNoon({ rateLimit: { requests: 1, interval: 1_000 } });
      expect(await statuses(fake, ['GET /channels'])).toEqual([200]);
      fake.failNext({ fault });

      expect(await statuses(fake, ['GET /channels'])).toEqual([429]);
      expect(fake.faults).toMatchObject([{ left: 1, used: 0 }]);

      fake.clock.advance(1_000);
      const { status } = await send(fake, 'GET /channels');
      expect(fake.requests.map((request) => request.fault)).toEqual([undefined, undefined, fault]);
      expect(status).toBe(fault === 'server-error' ? 500 : 429);
    },
  );

  it('that breaks the connection does not count against the rate limit', async () => {
    const fake = fakeAtNoon({ rateLimit: { requests: 1, interval: 1_000 } });
    fake.failNext({ fault: 'dropped-request' });

    expect((await post(fake)).error).toBeInstanceOf(TypeError);
    expect(await statuses(fake, ['GET /channels'])).toEqual([200]);
  });

  it('for one outlet leaves the requests of the others alone', async () => {
    const fake = fakeAtNoon();
    const other = fake.addOutlet({ empty: true });
    fake.failNext({ fault: 'server-error', outletId: other.outletId, times: 2 });
    other.failNext({ fault: 'server-error' });

    expect(await statuses(fake, ['GET /channels', 'GET /channels'])).toEqual([500, 200]);
    expect(await statuses(other, ['GET /channels', 'GET /channels', 'GET /channels'])).toEqual([
      500, 500, 200,
    ]);
  });

  it('for an unknown outlet throws', () => {
    const fake = fakeAtNoon({ outletId: 'outlet-1' });

    expect(() => fake.failNext({ fault: 'hang', outletId: 'outlet-2' })).toThrow(
      'failNext: no outlet has the ID outlet-2. The IDs are outlet-1.',
    );
  });

  it.each([0, -1, Number.NaN])('for %d requests throws', (times) => {
    expect(() => fakeAtNoon().failNext({ fault: 'hang', times })).toThrow(/times must be 1 or more/);
  });

  it('with an unknown fault throws', () => {
    const untyped: unknown = { fault: 'coffee-break' };
    expect(() => fakeAtNoon().failNext(untyped as Fault)).toThrow(
      /fault must be one of lost-response, .*, not coffee-break/,
    );
  });
});

describe('the header x-simulate-fault', () => {
  const simulate = (fault: string) => ({ headers: { 'x-simulate-fault': fault } });

  it('fails its own request, and leaves planned faults for others', async () => {
    const fake = fakeAtNoon();
    fake.failNext({ fault: 'rate-limited' });

    const simulated = await send(fake, 'GET /channels', simulate('server-error'));
    const planned = await send(fake, 'GET /channels');

    expect([simulated.status, planned.status]).toEqual([500, 429]);
    expect(fake.requests.map(({ fault }) => fault)).toEqual(['server-error', 'rate-limited']);
  });

  it('fails only the first request with an idempotency key, so that a retry gets the response', async () => {
    const fake = fakeAtNoon();
    const { headers } = simulate('lost-response');
    const create = () =>
      send(fake, 'POST /orders', {
        headers: { ...headers, 'idempotency-key': '6f4c5a0e-9d0b-4f6e-8a55-0d9c1b2a3e4f' },
        body: { channelId: 'channel-foodie', items: [{ menuItemId: 'item-burger', quantity: 1 }] },
      });
    const before = fake.orders.all().length;

    await expect(create()).rejects.toThrow('fetch failed');
    expect((await create()).status).toBe(201);
    expect(fake.orders.all()).toHaveLength(before + 1);

    fake.reset();
    await expect(create()).rejects.toThrow('fetch failed');
  });

  it('can have a delay', async () => {
    vi.useFakeTimers();
    const fake = fakeAtNoon();
    const sent = send(fake, 'GET /channels', simulate('latency; delay=3000'));

    await vi.advanceTimersByTimeAsync(2_999);
    expect(fake.requests).toMatchObject([{ status: null, fault: 'latency' }]);

    await vi.advanceTimersByTimeAsync(1);
    expect((await sent).status).toBe(200);
  });

  it.each(['coffee-break', '', 'latency; wait=1', 'latency; delay=soon', 'hang, latency'])(
    'gets a 400 for the value %j, which lists the kinds',
    async (value) => {
      const fake = fakeAtNoon();
      fake.failNext({ fault: 'server-error' });

      const { status, body } = await send(fake, 'GET /channels', simulate(value));

      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 400,
        message: expect.stringMatching(/^x-simulate-fault must be one of lost-response, .*latency, with/),
      });
      expect(fake.faults).toHaveLength(1);
      expect(fake.requests).toMatchObject([{ fault: undefined }]);
    },
  );

  it.each(['server-error', 'coffee-break'])('does not change a 401 or a 429: %s', async (value) => {
    const fake = fakeAtNoon({ rateLimit: { requests: 1, interval: 1_000 } });
    const { headers } = simulate(value);

    const unknown = await send(fake, 'GET /channels', {
      headers: { ...headers, authorization: 'Bearer nobody' },
    });
    await send(fake, 'GET /channels');
    const limited = await send(fake, 'GET /channels', { headers });

    expect([unknown.status, limited.status]).toEqual([401, 429]);
    expect(fake.requests.map(({ fault }) => fault)).toEqual([undefined, undefined, undefined]);
  });
});

it('keeps a record of what arrived', async () => {
  const fake = fakeAtNoon();
  fake.failNext({ method: 'POST', fault: 'lost-response' });

  await send(fake, 'GET /menus?channelType=dine-in');
  await post(fake);

  expect(fake.requests).toMatchObject([
    { method: 'GET', path: '/menus', query: { channelType: 'dine-in' }, body: '', status: 200 },
    { method: 'POST', path: '/orders', body: JSON.stringify(order), status: null },
  ]);
});

describe('a fault of many requests', () => {
  const statuses = async (fake: FakeOutlet, count: number) => {
    const sent: number[] = [];
    while (sent.length < count) sent.push((await send(fake, 'GET /channels')).status);
    return sent;
  };

  it('fails a share of the requests, the same ones for the same seed', async () => {
    const fault = { path: '/channels', fault: 'server-error', share: 0.25, times: Infinity } as const;
    const [fake, same, other] = [fakeAtNoon({ seed: 1 }), fakeAtNoon({ seed: 1 }), fakeAtNoon({ seed: 2 })];
    for (const each of [fake, same, other]) each.failNext(fault);

    const sent = await statuses(fake, 80);

    const failed = sent.filter((status) => status === 500).length;
    expect(failed).toBeGreaterThan(10);
    expect(failed).toBeLessThan(30);
    expect(fake.faults).toMatchObject([{ fault, left: Infinity, used: failed }]);
    expect(await statuses(same, 80)).toEqual(sent);
    expect(await statuses(other, 80)).not.toEqual(sent);
  });

  it('counts only the requests that fail', async () => {
    const fake = fakeAtNoon();
    fake.failNext({ fault: 'server-error', share: 0.5, times: 3 });

    const sent = await statuses(fake, 40);

    expect(sent.filter((status) => status === 500)).toHaveLength(3);
    expect(fake.faults).toEqual([]);
  });

  it('ends when it is removed', async () => {
    const fake = fakeAtNoon();
    fake.failNext({ fault: 'server-error', times: Infinity });
    expect(await statuses(fake, 2)).toEqual([500, 500]);
    const [fault] = fake.faults;

    fault?.remove();
    fault?.remove();

    expect(fault?.used).toBe(2);
    expect(fake.faults).toEqual([]);
    expect(await statuses(fake, 1)).toEqual([200]);
    expect(fake.requests.map((request) => request.fault)).toEqual([
      'server-error',
      'server-error',
      undefined,
    ]);
  });

  it.each([0, -0.5, 1.5, Number.NaN])('cannot have a share of %s', (share) => {
    const failNext = () => fakeAtNoon().failNext({ fault: 'hang', share });

    expect(failNext).toThrow(`failNext: share must be above 0 and at most 1, not ${share}.`);
  });
});

describe('a latency', () => {
  it('delays the effect and the response', async () => {
    vi.useFakeTimers();
    const fake = fakeAtNoon();
    fake.failNext({ fault: 'latency', delay: 3_000 });
    const posted = post(fake);
    const orders = fake.orders.all().length;

    await vi.advanceTimersByTimeAsync(2_999);
    expect(fake.requests).toMatchObject([{ status: null, fault: 'latency' }]);
    expect(fake.orders.all()).toHaveLength(orders);

    await vi.advanceTimersByTimeAsync(1);
    expect((await posted).response?.status).toBe(201);
    expect(fake.orders.all()).toHaveLength(orders + 1);
  });

  it('ends when the request is aborted, or the fake is reset', async () => {
    vi.useFakeTimers();
    const fake = fakeAtNoon();
    fake.failNext({ fault: 'latency', times: 2 });
    const controller = new AbortController();
    const outcomes = Promise.all([post(fake, { signal: controller.signal }), post(fake)]);
    await vi.advanceTimersByTimeAsync(500);

    controller.abort(new Error('stop'));
    fake.reset();
    await vi.advanceTimersByTimeAsync(500);

    expect(await outcomes).toMatchObject([
      { error: { message: 'stop' } },
      { error: { message: 'fetch failed' } },
    ]);
    expect((await send(fake, 'GET /channels')).status).toBe(200);
  });
});
