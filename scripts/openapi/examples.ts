import { createFakeOutlet } from '../../src/fake/create-fake-outlet.js';
import type { FakeOutlet } from '../../src/fake/fake-outlet.js';
import { operations } from '../../src/operations/index.js';
import { expandPath } from '../../src/operations/paths.js';
import { eventNames, receiversOf } from '../../src/webhooks/parse/event-table.js';
import { type ExampleRequest, now, requests } from './example-requests.js';
import type { JsonObject } from './schemas.js';

export interface Example extends ExampleRequest {
  /** The ID of the order in the path, if it has one. */
  readonly orderId: string;
  readonly response: JsonObject;
}

/** Requests to the fake, and its responses. They are the same in every run. */
export interface Examples {
  /** By the IDs of the operations. */
  readonly operations: ReadonlyMap<string, Example>;
  /** The bodies of error responses, by status. */
  readonly errors: ReadonlyMap<number, JsonObject>;
  /** The bodies of deliveries, by the names of the events. */
  readonly events: ReadonlyMap<string, unknown>;
}

/** Sends the example requests to a fake. */
export async function createExamples(): Promise<Examples> {
  const fake = createFakeOutlet({
    now: () => now,
    undocumentedFields: false,
    photos: (url) => ({ type: 'image/jpeg', bytes: url.includes('large') ? 20_000_000 : 200_000 }),
    webhookFetch: async () => new Response(),
  });
  const send = senderTo(fake);
  const examples = new Map<string, Example>();
  let orderId = '';
  for (const example of requests) {
    const { key, query, body } = example;
    const operation = operations.find(({ id }) => id === example.operation);
    if (operation === undefined) throw new Error(`src/operations has no operation ${example.operation}`);
    const path = `${expandPath(operation.path, { orderId })}?${new URLSearchParams(query)}`;
    const { token } = fake.key(key);
    const { status, response } = await send(`${operation.method} ${path}`, { body, token });
    if (status >= 300) throw new Error(`${operation.id} failed: ${JSON.stringify(response)}`);
    examples.set(operation.id, { ...example, orderId, response });
    if (status === 201) orderId = String(response.id);
  }
  return { operations: examples, errors: await errorExamples(fake), events: await eventExamples(fake) };
}

interface Parts {
  readonly token?: string;
  readonly idempotencyKey?: string;
  readonly body?: JsonObject | undefined;
}

/** Returns a function that sends a request such as `GET /orders/o-1`. */
function senderTo(fake: FakeOutlet) {
  return async (request: string, { token, idempotencyKey, body }: Parts = {}) => {
    // Each request has a window of its own, so that none exceeds the rate limit.
    fake.clock.advance(1_000);
    const [method = '', path] = request.split(' ');
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const received = await fake.fetch(`${fake.baseUrl}/api/v1${path}`, init);
    const response: JsonObject = await received.json();
    return { status: received.status, response };
  };
}

async function errorExamples(fake: FakeOutlet): Promise<Map<number, JsonObject>> {
  const send = senderTo(fake);
  const { token } = fake.key('order-data');
  const idempotencyKey = '5e3f6a2c-1d4b-4c8e-9f7a-2b6c8d0e1f3a';
  const menu = (itemImage: string) => ({ menuItems: [{ photos: [{ itemImage }] }] });
  await send('POST /base-menus', { token, idempotencyKey, body: { menuItems: [] } });
  fake.failNext({ path: '/orders/busy', fault: 'rate-limited' });
  fake.failNext({ path: '/orders/broken', fault: 'server-error' });
  const responses = [
    await send('POST /base-menus', { token, body: menu('https://photos.internal/soup.jpg') }),
    await send('GET /channels'),
    await send('GET /inventory/goods-receipts?outletId=outlet-2', { token }),
    await send('GET /orders/unknown', { token }),
    await send('POST /base-menus', { token, idempotencyKey, body: { menuItems: [{}] } }),
    await send('POST /base-menus', { token, body: menu('https://photos.example/large.jpg') }),
    await send('GET /orders/busy', { token }),
    await send('GET /orders/broken', { token }),
  ];
  return new Map(responses.map(({ status, response }) => [status, response]));
}

async function eventExamples(fake: FakeOutlet): Promise<Map<string, unknown>> {
  const [order] = fake.orders.all();
  for (const event of eventNames) {
    const key = fake.key(receiversOf(event)?.[0] ?? 'order-data');
    key.webhookUrl = 'https://receiver.example/webhooks';
    fake.sendEvent({ event, key, ...(event.startsWith('order.') && { id: order?.id }) });
  }
  await fake.idle();
  return new Map(fake.deliveries.map(({ event, payload }) => [event, payload]));
}
