import { z } from 'zod';
import type { ControlContext } from './route.js';

const details = z.object({
  name: z.string().trim().min(1, 'Enter a name.'),
  address: z.string().trim(),
  phoneNumber: z.string().trim(),
});

export function outletRoutes({ route, emulation: { fake, outlet } }: ControlContext): void {
  route('GET /outlet', () => {
    const { outletId, merchantId, currency, state } = outlet;
    return { outletId, merchantId, currency, details: state.details };
  });
  route('PUT /outlet', details, ({ body }) => {
    fake.updateOutlet(body);
  });
}
