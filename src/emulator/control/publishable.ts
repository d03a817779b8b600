import type { Outlet } from '../../fake/outlet/outlet.js';
import type { Draft } from '../../fake/outlet/state.js';
import type { Publishable } from '../contract/menus.js';

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
