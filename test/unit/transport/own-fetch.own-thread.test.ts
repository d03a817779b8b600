import type { FetchInit, FetchResponse } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  finished,
  json,
  order,
  rejection,
  scriptedService,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

/** A client with a custom `fetch` that returns this, and the arguments of each call of it. */
function withFetch(respond: () => unknown = () => json({ id: 'o-1' })) {
  const fetch = vi.fn(async (_url: string, _init: FetchInit) => respond() as FetchResponse);
  const outlet = clientOf(scriptedService(), { fetch });
  return { fetch, outlet };
}

describe('a custom fetch', () => {
  test('gets the URL as text and an init of plain values, which other libraries accept too', async () => {
    const { fetch, outlet } = withFetch();
    const call = outlet.orders.create(order);
    await call;
    expect(fetch).toHaveBeenCalledExactlyOnceWith('https://pos.example/api/v1/orders', {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: expect.stringMatching(/^Bearer token-\d+$/),
        'content-type': 'application/json',
        'idempotency-key': call.idempotencyKey,
        'user-agent': expect.stringMatching(/^outlet-open-api\//),
      },
      body: JSON.stringify(order),
      redirect: 'manual',
      cache: 'no-store',
      signal: expect.any(AbortSignal),
    });
  });

  test('does not need the global Request and Response', async () => {
    vi.stubGlobal('Request', undefined);
    vi.stubGlobal('Response', undefined);
    const { outlet } = withFetch(() => ({
      status: 200,
      headers: new Headers(),
      text: async () => '{"id":"o-1"}',
    }));
    expect(await outlet.orders.get('o-1')).toEqual({ id: 'o-1' });
  });

  test('gets no cache option in a runtime that throws an error for it', async () => {
    class RequestOfWorkers {
      constructor(_url: string, init: RequestInit) {
        if (init.cache) throw new Error("The 'cache' field on 'RequestInitializerDict' is not implemented.");
      }
    }
    vi.stubGlobal('Request', RequestOfWorkers);
    vi.resetModules();
    const { OutletClient } = await import('outlet-open-api');
    const fetch = vi.fn(async (_url: string, _init: FetchInit) => json({ id: 'o-1' }));
    const outlet = new OutletClient({ baseUrl: 'https://pos.example', accessToken: 'token', fetch });
    await outlet.orders.get('o-1');
    expect(fetch.mock.calls[0]?.[1]).not.toHaveProperty('cache');
  });

  test('gets no body if there is none', async () => {
    const { fetch, outlet } = withFetch();
    await outlet.orders.get('o-1');
    expect(fetch.mock.calls[0]?.[1]).not.toHaveProperty('body');
  });

  test('interrupts the render of a page with its own error, and is called once', async () => {
    const interruption = Object.assign(new Error('Dynamic server usage: no-store fetch'), {
      digest: 'DYNAMIC_SERVER_USAGE',
    });
    const { fetch, outlet } = withFetch(() => {
      throw interruption;
    });
    expect(await rejection(finished(outlet.orders.get('o-1')))).toBe(interruption);
    expect(
      await rejection(
        finished(
          outlet.actionLogs.list({ from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }).toArray(),
        ),
      ),
    ).toBe(interruption);
    expect(await rejection(finished(outlet.orders.create(order)))).toBe(interruption);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  test('is not called if a hook ends the call first', async () => {
    const controller = new AbortController();
    const { fetch, outlet } = withFetch();
    const aborting = outlet.withOptions({ hooks: { onAttempt: () => controller.abort('enough') } });
    const aborted = await rejection(aborting.orders.get('o-1', { signal: controller.signal }));
    expect(aborted).toMatchObject({ name: 'AbortError', outcome: 'not-sent' });
    const closing = outlet.withOptions({ hooks: { onAttempt: () => closing.close() } });
    expect(await rejection(closing.orders.create(order))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      attempts: 0,
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each<[string, object]>([
    ['a body of another kind', { body: { pipe() {} } }],
    ['a body of null', { body: null }],
    ['no body', {}],
  ])('can return an object like a Response with text() and %s', async (_, body) => {
    const response = { status: 200, ok: true, type: 'basic', headers: new Headers(), ...body };
    const { fetch, outlet } = withFetch(() => ({ ...response, text: async () => '{"id":"o-2"}' }));
    expect(await outlet.orders.get('o-2')).toEqual({ id: 'o-2' });
    expect(fetch).toHaveBeenCalledOnce();
  });

  test.each([undefined, null, 'text', {}, { status: 200 }, { headers: {} }])(
    'that returns %j instead of a Response is called once, and the error says so',
    async (value) => {
      const { fetch, outlet } = withFetch(() => value);
      expect(await rejection(finished(outlet.orders.get('o-1')))).toMatchObject({
        name: 'ConnectionError',
        isTransient: false,
        message: expect.stringContaining('the fetch function returned no Response'),
      });
      expect(fetch).toHaveBeenCalledOnce();
    },
  );

  test.each([
    ['read', (response: Response) => response.text()],
    ['locked', async (response: Response) => void response.body?.getReader()],
  ])('that has %s the body is called once, and the error says so', async (_, consume) => {
    const responses = [json({ id: 'o-1' }), json({ code: 404, message: 'No' }, 404)];
    for (const response of responses) await consume(response);
    const { fetch, outlet } = withFetch(() => responses.shift());
    expect(await rejection(outlet.orders.create(order))).toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('let it read a clone()'),
      outcome: 'unknown',
      isTransient: false,
    });
    expect(await rejection(outlet.orders.get('o-1'))).toMatchObject({ name: 'NotFoundError' });
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
