import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createWebhookHandler, sharedSecret } from 'outlet-open-api/webhooks';
import { enqueue } from './queue.js';

const handle = createWebhookHandler({
  verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
  // Lambda freezes the process after the response, so only add the event to the queue here.
  on: { 'order.complete': enqueue, 'order.cancelled': enqueue },
  onError: (error, { step, event }) => console.error('Webhook failed', { step, id: event?.id, error }),
});

/** Receives a delivery from API Gateway, and adds its event to the queue. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
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
