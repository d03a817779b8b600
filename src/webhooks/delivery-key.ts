import type { WebhookEvent } from './events.js';

/**
 * What tells one delivery from another: event, id and updatedAt. The id alone is the order's, and one order completes several times.
 * An event that lacks one of them is told by its whole body. As a hash, it is as short as any other, whatever the sender has written.
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
