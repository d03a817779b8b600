import {
  createWebhookHandler,
  ipAllowList,
  sharedSecret,
  type WebhookHandler,
} from 'outlet-open-api/webhooks';

/** The bindings that wrangler.toml and `wrangler secret put` define. */
interface Env {
  readonly WEBHOOK_SECRET: string;
  readonly WEBHOOK_SENDERS?: string | null;
  readonly EVENTS: { send(message: unknown): Promise<unknown> };
}

let handle: WebhookHandler | undefined;

function createHandler(env: Env): WebhookHandler {
  const senders = env.WEBHOOK_SENDERS?.split(',');
  const enqueue = (event: { readonly raw: unknown }) => env.EVENTS.send(event.raw);
  return createWebhookHandler({
    verify: [
      sharedSecret({ query: 'secret', value: env.WEBHOOK_SECRET }),
      ...(senders ? [ipAllowList(senders)] : []),
    ],
    on: { 'order.complete': enqueue, 'order.cancelled': enqueue },
    onError: (error, { step, event }) => console.error('Webhook failed', { step, id: event?.id, error }),
  });
}

export default {
  fetch(request: Request, env: Env, context: { waitUntil(promise: Promise<unknown>): void }) {
    handle ??= createHandler(env);
    return handle(request, {
      clientIp: request.headers.get('cf-connecting-ip') ?? undefined,
      // Without waitUntil, Workers cancels the handlers that still run after the response.
      waitUntil: (promise) => context.waitUntil(promise),
    });
  },
};
