import type { WebhookEvent } from '../parse/events.js';

/**
 * Returns the key of a delivery: event, id and updatedAt. The id alone is that of the order, and an order can complete several
 * times. If id or updatedAt is missing, the key is a hash of the whole body, so that it stays short.
 */
export async function deliveryKey(
  event: WebhookEvent,
  body: string,
  scope: string | undefined,
): Promise<string> {
  const { id, updatedAt } = event;
  const name = event.event === 'unknown' ? event.name : event.event;
  const isWhole = id !== undefined && updatedAt !== undefined;
  const parts = isWhole ? [scope, name, id, updatedAt] : [scope, body];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(parts)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
