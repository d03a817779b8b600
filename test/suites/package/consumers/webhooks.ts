import {
  createTestRequest,
  createWebhookHandler,
  ipAllowList,
  type MenusPublishedEvent,
  type OrderCompleteEvent,
  parseWebhookEvent,
  sharedSecret,
  toNodeListener,
  type UnknownWebhookEvent,
  type WebhookEvent,
  type WebhookHandler,
  WebhookParseError,
} from 'outlet-open-api/webhooks';
import { has } from './proof.js';

export function tell(body: string): string | undefined {
  const event = parseWebhookEvent(body);
  has<WebhookEvent>()(event);
  switch (event.event) {
    case 'order.complete':
      has<OrderCompleteEvent>()(event);
      has<string>()(event.id);
      return event.updatedAt;
    case 'order.inKitchen':
      has<string>()(event.id);
      return event.id;
    case 'unknown':
      has<UnknownWebhookEvent>()(event);
      return event.name;
    default:
      // @ts-expect-error no event has this name
      return event.event === 'order.completed' ? '' : undefined;
  }
}

export function tellOfOne(body: string): void {
  const event = parseWebhookEvent(body, { useCase: 'order-data' });
  has<'order.complete' | 'order.cancelled' | 'outlet.updated' | 'unknown'>()(event.event);
}

export const handle = createWebhookHandler({
  verify: [sharedSecret({ query: 'secret', value: undefined }), ipAllowList(['203.0.113.0/24'])],
  on: {
    'menus.published': (event) => has<MenusPublishedEvent>()(event),
  },
  onUnknown: ({ reason }) => has<'name' | 'shape' | 'use-case'>()(reason),
});
has<WebhookHandler>()(handle);

export async function deliver(event: WebhookEvent): Promise<number> {
  const { request, info } = createTestRequest(event, { url: 'https://receiver.example/hooks' });
  const response = await handle(request, info);
  has<Response>()(response);
  return response.status;
}

export const listener = toNodeListener(handle);

export function reasonOf(error: unknown): WebhookParseError['reason'] | undefined {
  return error instanceof WebhookParseError ? error.reason : undefined;
}
