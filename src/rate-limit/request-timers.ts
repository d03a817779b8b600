/** Whether a timer ends with the request in which it was set, and never fires once that was answered: on Cloudflare Workers. */
export function timersEndWithRequests(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}
