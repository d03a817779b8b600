import type { WebhookHandler } from 'outlet-open-api/webhooks';
import { createHandler } from './handler.js';

/** The bindings that wrangler.toml and `wrangler secret put` define. */
interface Env {
  readonly WEBHOOK_SECRET: string;
  readonly WEBHOOK_SENDERS?: string;
  readonly EVENTS: { send(message: unknown): Promise<unknown> };
}

let handle: WebhookHandler | undefined;

export default {
  fetch(request: Request, env: Env, context: { waitUntil(promise: Promise<unknown>): void }) {
    const { EVENTS, ...variables } = env;
    handle ??= createHandler(variables, (event) => EVENTS.send(event.raw));
    return handle(request, {
      clientIp: request.headers.get('cf-connecting-ip') ?? undefined,
      // Without waitUntil, Workers cancels the handlers that still run after the response.
      waitUntil: (promise) => context.waitUntil(promise),
    });
  },
};
