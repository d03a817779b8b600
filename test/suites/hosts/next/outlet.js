import { OutletClient } from 'outlet-open-api';
import { createWebhookHandler, sharedSecret } from 'outlet-open-api/webhooks';

let outlet;
let handle;

/** Created with the first request, because `next build` has no environment variables. */
export function client() {
  outlet ??= new OutletClient();
  return outlet;
}

export function receive(request) {
  handle ??= createWebhookHandler({
    verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
    onAny: (event) => console.log(`received ${event.event}`),
  });
  return handle(request);
}
