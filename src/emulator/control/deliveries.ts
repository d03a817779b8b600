import { deliveryFilter } from '../inputs.js';
import type { ControlContext } from './route.js';

export function deliveryRoutes({ route, emulation: { fake }, deliveries }: ControlContext): void {
  route('GET /deliveries', deliveryFilter, ({ query }) => deliveries.list(query));
  route('GET /deliveries/:id', ({ id }) => deliveries.find(id).view);
  route('POST /deliveries/:id/redeliver', ({ id }) => {
    fake.redeliver(deliveries.find(id).delivery);
  });
}
