import { Readable } from 'node:stream';
import { type FetchFunction, OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expectTypeOf, test } from 'vitest';

test('fetch can be the global one, that of the fake, or one with a Response class of its own', () => {
  expectTypeOf(globalThis.fetch).toExtend<FetchFunction>();
  new OutletClient({ fetch: createFakeOutlet().fetch });
  new OutletClient({ fetch: async (url, init) => fetch(new Request(url, init)) });
  new OutletClient({
    fetch: async (url: string, init: RequestInit) => fetch(url, { ...init, keepalive: true }),
  });
  // As node-fetch has it.
  const body = Readable.from(['{}']);
  const text = async () => '{}';
  new OutletClient({
    fetch: async () => ({ status: 200, headers: new Headers(), body, bodyUsed: false, text }),
  });
});

test('fetch has to return a response', () => {
  // @ts-expect-error text() is missing
  new OutletClient({ fetch: async () => ({ status: 200, headers: new Headers() }) });
});

test('fetch and the turns of a rate limiter can be synchronous, as in tests', () => {
  new OutletClient({ fetch: () => new Response('{}') });
  new OutletClient({ rateLimit: { take: () => ({ end() {} }) } });
});

test('the fake delivers webhooks to the request function of a Hono app', () => {
  // As Hono declares it.
  const request: (
    input: Request | string | URL,
    requestInit?: RequestInit,
    env?: object,
  ) => Response | Promise<Response> = () => new Response();
  createFakeOutlet({ webhookFetch: request });
});
