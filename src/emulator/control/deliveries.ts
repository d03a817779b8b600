import { z } from 'zod';
import type { ControlContext } from './route.js';

/** Which attempts to deliver webhooks are listed. */
export const deliveryFilter = z.object({
  /** Default: 200. */
  limit: z.coerce.number().int().positive().max(10_000).exactOptional(),
  /** Whether to list only attempts without a 200. */
  failed: z.stringbool().exactOptional(),
  keyId: z.string().exactOptional(),
  /** Part of the event, the order ID or the title of the order. */
  search: z.string().exactOptional(),
});

export function deliveryRoutes({ route, emulation: { fake }, deliveries }: ControlContext): void {
  route('GET /deliveries', deliveryFilter, ({ query }) => deliveries.list(query));
  route('GET /deliveries/:id', ({ id }) => deliveries.find(id).view);
  route('POST /deliveries/:id/redeliver', ({ id }) => {
    fake.redeliver(deliveries.find(id).delivery);
  });
}
