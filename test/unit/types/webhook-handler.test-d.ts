import { createServer, type RequestListener } from 'node:http';
import type { OutletClient } from 'outlet-open-api';
import {
  createTestEvent,
  createWebhookHandler,
  type OrderCompleteEvent,
  type OrderInKitchenEvent,
  sharedSecret,
  toNodeListener,
  type UnknownWebhookEvent,
  type WebhookEvent,
  type WebhookHandler,
} from 'outlet-open-api/webhooks';
import { expectTypeOf, test } from 'vitest';

declare const outlet: OutletClient;
declare const handle: WebhookHandler;
const verify = 'none';

test('each handler gets its own event and a signal', () => {
  createWebhookHandler({
    verify,
    on: {
      'order.complete': (event) => expectTypeOf(event).toEqualTypeOf<OrderCompleteEvent>(),
      'order.inKitchen': (event) => expectTypeOf(event).toEqualTypeOf<OrderInKitchenEvent>(),
      'order.cancelled': (_, { signal }) => expectTypeOf(signal).toEqualTypeOf<AbortSignal>(),
    },
    onAny: (event) => expectTypeOf(event).toEqualTypeOf<WebhookEvent>(),
    onUnknown: (event) => expectTypeOf(event).toEqualTypeOf<UnknownWebhookEvent>(),
    onError: (error, { event }) => {
      expectTypeOf(error).toBeUnknown();
      expectTypeOf(event).toEqualTypeOf<WebhookEvent | undefined>();
    },
  });
});

test('the client is typed before and after resolve', () => {
  createWebhookHandler({
    verify,
    on: { 'order.complete': (_, { outlet }) => expectTypeOf(outlet).toEqualTypeOf<OutletClient>() },
    onAny: (_, { outlet }) => expectTypeOf(outlet).toEqualTypeOf<OutletClient>(),
    resolve: (request) => ({ outlet, keyRef: request.url }),
  });
  createWebhookHandler({
    verify,
    resolve: async (request) => ({ outlet, table: request.url.length }),
    on: { 'order.complete': (_, { table }) => expectTypeOf(table).toBeNumber() },
    onUnknown: (_, { outlet }) => expectTypeOf(outlet).toEqualTypeOf<OutletClient>(),
    onAny: (_, { keyRef }) => expectTypeOf(keyRef).toBeString(),
  });
  createWebhookHandler({
    verify,
    on: { 'order.complete': (_, { outletRef }) => expectTypeOf(outletRef).toBeString() },
    resolve: (request: Request) => ({ keyRef: 'bistro', outletRef: request.url }),
  });
});

test('mistakes do not compile', () => {
  // @ts-expect-error - resolve must return outlet or keyRef
  createWebhookHandler({ verify, resolve: (request) => ({ outletRef: request.url }) });
  // @ts-expect-error - nothing resolves a client
  createWebhookHandler({ verify, on: { 'order.complete': (_, { outlet }) => outlet } });
  // @ts-expect-error - nothing resolves a keyRef
  createWebhookHandler({ verify, onAny: (_, { keyRef }) => keyRef });
  // @ts-expect-error - no event has this name
  createWebhookHandler({ verify, on: { 'order.completed': () => {} } });
  // @ts-expect-error - onAny gets every event
  createWebhookHandler({ verify, onAny: (event: OrderCompleteEvent) => event.id });
  // @ts-expect-error - nothing resolves a table
  createWebhookHandler({ verify, onAny: (_, context: { table: string }) => context.table });
  // @ts-expect-error - no verify
  createWebhookHandler({ onAny: () => {} });
  // @ts-expect-error - a guard returns a boolean
  createWebhookHandler({ verify: [() => {}] });
  // @ts-expect-error - one place only
  sharedSecret({ query: 'secret', path: '/:secret', value: 's' });
  // @ts-expect-error - no place
  sharedSecret({ value: 's' });
  sharedSecret({ query: 'secret', value: async ({ url }) => [url, undefined] });
  // @ts-expect-error - a function returns secrets
  sharedSecret({ query: 'secret', value: () => 7 });
  // @ts-expect-error - a test delivery has the secret itself
  createTestRequest(createTestEvent('order.complete'), { secret: { query: 's', value: () => 's' } });
});

test('a listener is a RequestListener of Node.js', () => {
  expectTypeOf(toNodeListener(handle)).toExtend<RequestListener>();
  createServer(toNodeListener(handle));
});

test('a test event has the type of its name', () => {
  expectTypeOf(createTestEvent('order.complete')).toEqualTypeOf<OrderCompleteEvent>();
  expectTypeOf(createTestEvent('order.moved')).toEqualTypeOf<UnknownWebhookEvent>();
  expectTypeOf(createTestEvent(String('order.complete'))).toEqualTypeOf<WebhookEvent>();
});
