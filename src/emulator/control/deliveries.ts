import { deliveryFilter } from '../inputs.js';
import type { ControlContext } from './route.js';

export function deliveryRoutes({ route, emulation, deliveries }: ControlContext): void {
  route('GET /deliveries', deliveryFilter, ({ query }) => deliveries.list(query));
  route('GET /deliveries/:id', ({ id }) => deliveries.view(deliveries.find(id)));
  route('POST /deliveries/:id/redeliver', ({ id }) => {
    emulation.deliveries.redeliver(deliveries.find(id));
  });
}
