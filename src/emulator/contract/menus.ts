import { z } from 'zod';
import { type FakeChannel, type FakeMenuItem, isWholeCents } from '../../fake/index.js';
import { id, type RouteTable, result } from './route.js';

const name = z.string().trim().min(1, 'Enter a name.');
const price = z.number().min(0).refine(isWholeCents, 'A price has at most 2 decimal places.');
const partnerPrices = z.record(z.string(), price).describe('Prices by the name of a partner.');

const menuItem = z.strictObject({
  id,
  name,
  price: price.describe('The price per unit, in units of the currency.'),
  partnerPrices: partnerPrices.exactOptional(),
  options: z.array(z.strictObject({ id, name, price })).default([]),
});

export const menuRoutes = {
  'GET /menu/items': {
    summary: 'Lists the menu items with their edits.',
    result: result<Publishable<FakeMenuItem>>(),
  },
  'POST /menu/items': { summary: 'Adds a menu item.', body: menuItem },
  'PATCH /menu/items/{id}': {
    summary: 'Changes a menu item.',
    body: z.strictObject({
      name: name.exactOptional(),
      price: price.exactOptional(),
      partnerPrices: partnerPrices.exactOptional(),
    }),
  },
  'DELETE /menu/items/{id}': { summary: 'Removes a menu item.' },
  'POST /menu/publish': { summary: 'Publishes all edits of the menu, and sends menus.published.' },

  'GET /channels': {
    summary: 'Lists the channels with their edits.',
    result: result<Publishable<FakeChannel>>(),
  },
  'POST /channels': {
    summary: 'Adds a channel.',
    body: z.strictObject({
      id,
      type: z.string().trim().min(1, 'Choose a type.').describe('Such as partner or dine-in.'),
      name,
    }),
  },
  'PATCH /channels/{id}': { summary: 'Renames a channel.', body: z.strictObject({ name }) },
  'DELETE /channels/{id}': { summary: 'Removes a channel.' },
  'POST /channels/publish': { summary: 'Publishes all edits of the channels, and sends channels.published.' },
} as const satisfies RouteTable;

/** Entries that the API returns only after they are published. */
export interface Publishable<T> {
  readonly entries: readonly T[];
  /** The IDs of entries that were changed or added since they were last published. */
  readonly changed: readonly string[];
  /** Whether anything changed, including removed entries. */
  readonly hasUnpublishedChanges: boolean;
  readonly currency: string;
}
