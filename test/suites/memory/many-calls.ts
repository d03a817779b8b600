import type { OutletClient } from 'outlet-open-api';
import { bytesInUse } from '../../support/bytes-in-use.js';
import { clientOf, json, order } from '../../support/services/scripted-service.js';

const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const atOnce = 50;

/** One call for each way to end. */
const calls: readonly ((outlet: OutletClient, signal: AbortSignal) => Promise<unknown>)[] = [
  ({ orders }) => orders.get('o-1'),
  ({ orders }, signal) => orders.create(order, { signal, deadline: 60_000 }),
  ({ orders }, signal) => orders.get('missing', { signal }),
  ({ orders }) => orders.get(''),
  ({ orders }) => orders.create(order, { signal: AbortSignal.abort() }),
  ({ orders }, signal) => orders.get('lost', { signal, maxRetries: 0 }),
  ({ orders }) => orders.list(range).toArray(),
];

/**
 * Returns how many more bytes are in use after `count` calls of one client with one long-lived signal. The calls before them
 * are a warm-up, in which code is compiled and buffers grow.
 */
export async function growthOver(count: number, before: number): Promise<number> {
  const { signal } = new AbortController();
  const outlet = clientOf(
    {
      arrivals: [],
      async fetch(input) {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        if (pathname.endsWith('/lost')) throw new TypeError('fetch failed');
        if (pathname.endsWith('/missing')) return json({ code: 404, message: 'Not found' }, 404);
        return json(pathname.endsWith('/orders') ? { id: 'o-1', data: [], next: null } : { id: 'o-1' });
      },
    },
    { rateLimit: false, responseValidation: 'lenient' },
  );
  async function make(most: number): Promise<void> {
    for (let made = 0; made < most; made += atOnce) {
      const batch = Array.from({ length: atOnce }, (_, index) => calls[(made + index) % calls.length]);
      await Promise.allSettled(batch.map((call) => call?.(outlet, signal)));
      // Targets of weak references are kept until the next turn of the event loop.
      await new Promise((turn) => setImmediate(turn));
    }
  }
  await make(before);
  const bytes = bytesInUse();
  await make(count);
  return bytesInUse() - bytes;
}
