import { z } from 'zod';
import { isWholeCents } from '../../fake/outlet/money.js';
import { publishableOf } from './publishable.js';
import type { ControlContext } from './route.js';

const price = z.number().min(0).refine(isWholeCents, 'A price has at most 2 decimal places.');

const menuItemForm = z.object({
  name: z.string().trim().min(1, 'Enter a name.'),
  price,
  partnerPrices: z.record(z.string(), price),
});

export function menuRoutes({ route, emulation: { fake, outlet } }: ControlContext): void {
  route('GET /menu', () => publishableOf(outlet.state.menuItems, outlet));
  route('PUT /menu/:id', menuItemForm, ({ id, body: { partnerPrices, ...fields } }) => {
    const hasPartnerPrices = Object.keys(partnerPrices).length > 0;
    fake.menus.update(id, { ...fields, partnerPrices: hasPartnerPrices ? partnerPrices : undefined });
  });
  route('POST /menu/publish', () => {
    fake.menus.publish();
  });
}
