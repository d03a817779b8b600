import { createHmac } from 'node:crypto';

/** Returns the API key in the webhook URL of a delivery. */
export function keyRefOf({ url }: Request): string {
  return new URL(url).pathname.split('/')[2] ?? '';
}

/**
 * Returns the secret at the end of a key's webhook URL. Nobody can calculate it without `secret`, so a merchant who knows one URL
 * cannot send events for another outlet.
 */
export function secretOf(keyRef: string, secret: string): string {
  return createHmac('sha256', secret).update(keyRef).digest('hex');
}
