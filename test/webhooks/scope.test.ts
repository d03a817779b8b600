import { OutletClient } from 'outlet-open-api';
import { createMemoryDeduplicator, createWebhookHandler, type Deduplicator } from 'outlet-open-api/webhooks';
import { expect, test, vi } from 'vitest';
import { complete, delivery, statusOf } from './deliveries.js';

const baseUrl = 'https://pos.example';
const urlOf = (outlet: string) => `https://receiver.example/${outlet}`;
const outletOf = ({ url }: Request) => new URL(url).pathname.slice(1);

/** Creates a handler that resolves a client, as a process would. */
function processWith(clientOf: (outlet: string) => OutletClient, deduplicator: Deduplicator) {
  const handled: string[] = [];
  const onError = vi.fn();
  const handle = createWebhookHandler({
    verify: [],
    deduplicator,
    resolve: (request) => ({ client: clientOf(outletOf(request)), outlet: outletOf(request) }),
    onAny: (_, { outlet }) => {
      handled.push(outlet);
    },
    onError,
  });
  const receive = (outlet: string) => statusOf(handle(delivery(complete, urlOf(outlet))));
  return { receive, handled, onError };
}

test.each([
  ['a token', (outlet: string) => `token-${outlet}`],
  ['a token function', (outlet: string) => async () => `token-${outlet}`],
])(
  'two keys never drop each other’s events, and one key deduplicates across processes: clients with %s',
  async (_, accessToken) => {
    const deduplicator = createMemoryDeduplicator();
    const clientOf = (outlet: string) => new OutletClient({ baseUrl, accessToken: accessToken(outlet) });
    const one = processWith(clientOf, deduplicator);
    const other = processWith(clientOf, deduplicator);
    for (const outlet of ['north', 'south', 'north']) expect(await one.receive(outlet)).toBe(200);
    for (const outlet of ['south', 'north', 'west']) expect(await other.receive(outlet)).toBe(200);
    expect(one.handled).toEqual(['north', 'south']);
    expect(other.handled).toEqual(['west']);
  },
);

test('the same token at another origin is another key', async () => {
  const clientOf = (outlet: string) =>
    new OutletClient({ baseUrl: `https://${outlet}.example`, accessToken: 'token' });
  const { receive, handled } = processWith(clientOf, createMemoryDeduplicator());
  for (const outlet of ['north', 'south']) expect(await receive(outlet)).toBe(200);
  expect(handled).toEqual(['north', 'south']);
});

test('clients with other options are the same key', async () => {
  const client = new OutletClient({ baseUrl, accessToken: 'token' });
  const clientOf = (outlet: string) => (outlet === 'quick' ? client.withOptions({ timeout: 1_000 }) : client);
  const { receive, handled } = processWith(clientOf, createMemoryDeduplicator());
  for (const outlet of ['quick', 'slow']) expect(await receive(outlet)).toBe(200);
  expect(handled).toEqual(['quick']);
});

test('a scope counts instead of the client', async () => {
  const client = new OutletClient({ baseUrl, accessToken: 'token' });
  const handled: string[] = [];
  const handle = createWebhookHandler({
    verify: [],
    resolve: (request) => ({ client, scope: outletOf(request) }),
    onAny: (_, { scope }) => {
      handled.push(scope);
    },
  });
  for (const outlet of ['north', 'south', 'north']) {
    expect(await statusOf(handle(delivery(complete, urlOf(outlet))))).toBe(200);
  }
  expect(handled).toEqual(['north', 'south']);
});

test.each([
  ['neither client nor scope', () => ({ outlet: 'north' })],
  ['an empty scope', () => ({ scope: '' })],
  ['a scope that is not a string', () => ({ scope: 7 })],
  ['a client of another kind', () => ({ client: { fetchRelated: () => {} } })],
  ['no object', () => 'north'],
])('%s gets 503, and the error says what to return', async (_, resolve) => {
  const onError = vi.fn();
  const onAny = vi.fn();
  const handle = Reflect.apply(createWebhookHandler, undefined, [{ verify: [], resolve, onAny, onError }]);
  expect(await statusOf(handle(delivery()))).toBe(503);
  expect(onAny).not.toHaveBeenCalled();
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ message: expect.stringContaining('must return an object with `scope`') }),
    { step: 'resolve', event: expect.objectContaining({ event: 'order.complete' }) },
  );
});

test.each([
  ['throws', () => Promise.reject(new Error('no vault'))],
  ['returns no token', async () => JSON.parse('null')],
])('a token function that %s gets 503', async (_, accessToken) => {
  const clientOf = () => new OutletClient({ baseUrl, accessToken });
  const { receive, handled, onError } = processWith(clientOf, createMemoryDeduplicator());
  expect(await receive('north')).toBe(503);
  expect(handled).toEqual([]);
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    expect.any(Error),
    expect.objectContaining({ step: 'resolve' }),
  );
});

test('without resolve, handlers at different URLs that share a deduplicator drop no event of each other', async () => {
  const deduplicator = createMemoryDeduplicator();
  const onAny = vi.fn();
  const handlers = Array.from({ length: 2 }, () => createWebhookHandler({ verify: [], deduplicator, onAny }));
  for (const outlet of ['north', 'south']) {
    for (const handle of handlers)
      expect(await statusOf(handle(delivery(complete, urlOf(outlet))))).toBe(200);
  }
  expect(onAny).toHaveBeenCalledTimes(2);
});
