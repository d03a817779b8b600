import type { LambdaFunctionURLEvent, LambdaFunctionURLResult } from 'aws-lambda';
import { createWebhookHandler, ipAllowList, sharedSecret } from 'outlet-open-api/webhooks';
import { enqueue } from './queue.js';

const senders = process.env.WEBHOOK_SENDERS?.split(',');
const handle = createWebhookHandler({
  verify: [
    sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET }),
    ...(senders ? [ipAllowList(senders)] : []),
  ],
  // Lambda freezes the process after the response, so only add the event to a queue here.
  on: { 'order.complete': enqueue, 'order.cancelled': enqueue },
  onError: (error, { step, event }) => console.error('Webhook failed', { step, id: event?.id, error }),
});

export async function handler(event: LambdaFunctionURLEvent): Promise<LambdaFunctionURLResult> {
  const { domainName, http } = event.requestContext;
  const url = `https://${domainName}${event.rawPath}?${event.rawQueryString}`;
  const headers = new Headers();
  for (const [name, value = ''] of Object.entries(event.headers)) headers.set(name, value);
  const request = new Request(url, { method: http.method, headers });
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const response = await handle(request, { clientIp: http.sourceIp, body });
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}
