import { after } from 'next/server';
import type { WebhookHandler } from 'outlet-open-api/webhooks';
import { createHandler } from './handler';
import { enqueue } from './queue';

let handle: WebhookHandler | undefined;

export function POST(request: Request): Promise<Response> {
  // `next build` loads this file without the secret, so the first delivery creates the handler.
  handle ??= createHandler(process.env, enqueue);
  return handle(request, { waitUntil: after });
}
