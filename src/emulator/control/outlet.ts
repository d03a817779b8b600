import type { AddRoute } from './route.js';

export function outletRoutes(route: AddRoute): void {
  route('GET /details', ({ outlet: { outletId, merchantId, currency, state } }) => {
    return { outletId, merchantId, currency, details: state.details };
  });
  route('PATCH /details', ({ fake, body }) => {
    fake.updateOutlet(body);
  });
}
