import type { Draft, Outlet } from '../../fake/index.js';
import type { Publishable } from '../contract/menus.js';
import type { AddRoute } from './route.js';

export function menuRoutes(route: AddRoute): void {
  route('GET /menu/items', ({ outlet }) => publishableOf(outlet.state.menuItems, outlet));
  route('POST /menu/items', ({ fake, body }) => fake.menus.add(body));
  route('PATCH /menu/items/{id}', ({ fake, id, body: { partnerPrices, ...fields } }) => {
    const isEmpty = partnerPrices && Object.keys(partnerPrices).length === 0;
    const prices = partnerPrices && { partnerPrices: isEmpty ? undefined : partnerPrices };
    fake.menus.update(id, { ...fields, ...prices });
  });
  route('DELETE /menu/items/{id}', ({ fake, id }) => fake.menus.remove(id));
  route('POST /menu/publish', ({ fake }) => fake.menus.publish());

  route('GET /channels', ({ outlet }) => publishableOf(outlet.state.channels, outlet));
  route('POST /channels', ({ fake, body }) => fake.channels.add(body));
  route('PATCH /channels/{id}', ({ fake, id, body }) => fake.channels.update(id, body));
  route('DELETE /channels/{id}', ({ fake, id }) => fake.channels.remove(id));
  route('POST /channels/publish', ({ fake }) => fake.channels.publish());
}

/** Returns the edited entries, and which of them differ from the published ones. */
export function publishableOf<T extends { readonly id: string }>(
  { edited, published }: Draft<T>,
  { currency }: Outlet,
): Publishable<T> {
  const before = new Map(published.map((entry) => [entry.id, JSON.stringify(entry)]));
  const changed = edited
    .filter((entry) => JSON.stringify(entry) !== before.get(entry.id))
    .map(({ id }) => id);
  const hasUnpublishedChanges = JSON.stringify(edited) !== JSON.stringify(published);
  return { entries: edited, changed, hasUnpublishedChanges, currency };
}
