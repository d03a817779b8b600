import { isWebhookParseError } from 'outlet-open-api';
import { parseWebhookEvent, type WebhookEvent } from 'outlet-open-api/webhooks';
import { type Served, serve } from './restaurant/serve.js';

/**
 * Listens for webhooks. Only a 200 acknowledges: the service delivers everything else again, so that an event whose handling failed
 * comes back.
 */
export function receiveWebhooks(
  onEvent: (event: WebhookEvent) => void | Promise<void>,
  port?: number,
): Promise<Served> {
  return serve(async (request) => {
    try {
      await onEvent(parseWebhookEvent(await request.text()));
      return new Response(null, { status: 200 });
    } catch (error) {
      return new Response(null, { status: isWebhookParseError(error) ? 400 : 503 });
    }
  }, port);
}
