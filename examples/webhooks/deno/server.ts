import { createWebhookHandler, ipAllowList, sharedSecret } from 'outlet-open-api/webhooks';
import { enqueue } from './queue.ts';

const senders = Deno.env.get('WEBHOOK_SENDERS')?.split(',');
const handle = createWebhookHandler({
  verify: [
    sharedSecret({ query: 'secret', value: Deno.env.get('WEBHOOK_SECRET') }),
    ...(senders ? [ipAllowList(senders)] : []),
  ],
  on: { 'order.complete': enqueue, 'order.cancelled': enqueue },
  onError: (error, { step, event }) => console.error('Webhook failed', { step, id: event?.id, error }),
});

// The handler accepts deliveries at every path.
Deno.serve({ port: Number(Deno.env.get('PORT') ?? 3000) }, (request, { remoteAddr }) =>
  handle(request, { clientIp: remoteAddr.hostname }),
);
