import { createHmac } from 'node:crypto';

/** Returns the outlet in the webhook URL of a delivery. */
export function outletRefOf({ url }: Request): string {
  return new URL(url).pathname.split('/')[2] ?? '';
}

/**
 * Returns the secret at the end of an outlet's webhook URL. Nobody can calculate it without `key`, so a merchant who knows one URL
 * cannot send events for another outlet.
 */
export function secretOf(outletRef: string, key: string): string {
  return createHmac('sha256', key).update(outletRef).digest('hex');
}
