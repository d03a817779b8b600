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
  // @ts-expect-error a Response is not a promise
  new OutletClient({ fetch: () => new Response() });
});
