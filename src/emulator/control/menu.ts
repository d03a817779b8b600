import { publishableOf } from './publishable.js';
import type { AddRoute } from './route.js';

export function menuRoutes(route: AddRoute): void {
  route('GET /menu', ({ outlet }) => publishableOf(outlet.state.menuItems, outlet));
  route('POST /menu', ({ fake, body }) => {
    fake.menus.add(body);
  });
  route('PATCH /menu/{id}', ({ fake, id, body: { partnerPrices, ...fields } }) => {
    const isEmpty = partnerPrices && Object.keys(partnerPrices).length === 0;
    const prices = partnerPrices && { partnerPrices: isEmpty ? undefined : partnerPrices };
    fake.menus.update(id, { ...fields, ...prices });
  });
  route('DELETE /menu/{id}', ({ fake, id }) => {
    fake.menus.remove(id);
  });
  route('POST /menu/publish', ({ fake }) => {
    fake.menus.publish();
  });
}
