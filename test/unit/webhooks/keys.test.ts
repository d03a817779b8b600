import { OutletClient } from 'outlet-open-api';
import { createWebhookHandler } from 'outlet-open-api/webhooks';
import { expect, test, vi } from 'vitest';
import { complete, delivery, statusOf } from './deliveries.js';

const baseUrl = 'https://pos.example';
const urlOf = (outletRef: string) => `https://receiver.example/${outletRef}`;
const outletOf = ({ url }: Request) => new URL(url).pathname.slice(1);

/** Creates a handler that resolves a client. */
function receiverWith(clientOf: (outletRef: string) => OutletClient) {
  const handled: string[] = [];
  const onError = vi.fn();
  const handle = createWebhookHandler({
    verify: 'none',
    resolve: (request) => ({ outlet: clientOf(outletOf(request)), outletRef: outletOf(request) }),
    onAny: (_, { outletRef }) => {
      handled.push(outletRef);
    },
    onError,
  });
  const receive = (outletRef: string) => statusOf(handle(delivery(complete, urlOf(outletRef))));
  return { receive, handled, onError };
}

test.each([
  ['a token', (outletRef: string) => `token-${outletRef}`],
  ['a token function', (outletRef: string) => async () => `token-${outletRef}`],
])(
  'two keys never drop each other’s events, and one key drops repeats: clients with %s',
  async (_, accessToken) => {
    const clientOf = (outletRef: string) =>
      new OutletClient({ baseUrl, accessToken: accessToken(outletRef) });
    const { receive, handled } = receiverWith(clientOf);
    for (const outletRef of ['north', 'south', 'north', 'west', 'south'])
      expect(await receive(outletRef)).toBe(200);
    expect(handled).toEqual(['north', 'south', 'west']);
  },
);

test('the same token at another origin is another key', async () => {
  const clientOf = (outletRef: string) =>
    new OutletClient({ baseUrl: `https://${outletRef}.example`, accessToken: 'token' });
  const { receive, handled } = receiverWith(clientOf);
  for (const outletRef of ['north', 'south']) expect(await receive(outletRef)).toBe(200);
  expect(handled).toEqual(['north', 'south']);
});

test('clients with other options are the same key', async () => {
  const outlet = new OutletClient({ baseUrl, accessToken: 'token' });
  const clientOf = (outletRef: string) =>
    outletRef === 'quick' ? outlet.withOptions({ timeout: 1_000 }) : outlet;
  const { receive, handled } = receiverWith(clientOf);
  for (const outletRef of ['quick', 'slow']) expect(await receive(outletRef)).toBe(200);
  expect(handled).toEqual(['quick']);
});

test('your ID of the key counts instead of the client', async () => {
  const outlet = new OutletClient({ baseUrl, accessToken: 'token' });
  const handled: string[] = [];
  const handle = createWebhookHandler({
    verify: 'none',
    resolve: (request) => ({ outlet, keyRef: outletOf(request) }),
    onAny: (_, { keyRef }) => {
      handled.push(keyRef);
    },
  });
  for (const outletRef of ['north', 'south', 'north']) {
    expect(await statusOf(handle(delivery(complete, urlOf(outletRef))))).toBe(200);
  }
  expect(handled).toEqual(['north', 'south']);
});

test('if resolve returns no ID of the key, event handlers get a hash of the token', async () => {
  const outlet = new OutletClient({ baseUrl, accessToken: 'token' });
  const onAny = vi.fn();
  const handle = createWebhookHandler({ verify: 'none', resolve: () => ({ outlet, table: 7 }), onAny });
  expect(await statusOf(handle(delivery()))).toBe(200);
  expect(onAny).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ outlet, table: 7, keyRef: await outlet.keyHash() }),
  );
});

test.each([
  ['neither outlet nor keyRef', () => ({ outletRef: 'north' })],
  ['an empty ID', () => ({ keyRef: '' })],
  ['an ID that is not a string', () => ({ keyRef: 7 })],
  ['a client of another kind', () => ({ outlet: { orders: {} } })],
  ['no object', () => 'north'],
])('%s gets 503, and the error says what to return', async (_, resolve) => {
  const onError = vi.fn();
  const onAny = vi.fn();
  const handle = Reflect.apply(createWebhookHandler, undefined, [
    { verify: 'none', resolve, onAny, onError },
  ]);
  expect(await statusOf(handle(delivery()))).toBe(503);
  expect(onAny).not.toHaveBeenCalled();
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ message: expect.stringContaining('must return an object with `keyRef`') }),
    { step: 'resolve', event: expect.objectContaining({ event: 'order.complete' }) },
  );
});

test.each([
  ['throws', () => Promise.reject(new Error('no vault'))],
  ['returns no token', async () => JSON.parse('null')],
])('a token function that %s gets 503', async (_, accessToken) => {
  const clientOf = () => new OutletClient({ baseUrl, accessToken });
  const { receive, handled, onError } = receiverWith(clientOf);
  expect(await receive('north')).toBe(503);
  expect(handled).toEqual([]);
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    expect.any(Error),
    expect.objectContaining({ step: 'resolve' }),
  );
});

test('without resolve, deliveries to different URLs are different', async () => {
  const onAny = vi.fn();
  const handle = createWebhookHandler({ verify: 'none', onAny });
  for (const outletRef of ['north', 'south', 'north'])
    expect(await statusOf(handle(delivery(complete, urlOf(outletRef))))).toBe(200);
  expect(onAny).toHaveBeenCalledTimes(2);
});
