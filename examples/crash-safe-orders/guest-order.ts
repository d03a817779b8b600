import type { OrderCreateParams } from 'outlet-open-api';
import { currencyDecimals } from 'outlet-open-api/accounting';
import type { Menu, Priced } from './menu.js';

/** An order as the guest's app sends it, with nothing that the app may not decide, such as prices. */
export interface GuestOrder {
  readonly reference: string;
  readonly items: readonly {
    readonly menuItemId: string;
    readonly quantity: number;
    readonly options?: readonly { readonly optionId: string; readonly quantity: number }[];
  }[];
}

/** Your platform at the outlet. */
export interface Channel {
  readonly channelId: string;
  readonly partnerChannel: string;
  readonly currency: string;
}

/** The guest's app sent an order that cannot be accepted. The message is for its developer. */
export class InvalidOrderError extends Error {}

/** Returns the order that the API gets. Without a menu, or if the menu has no prices, the order has no payment. */
export function newOrder(
  { reference, items }: GuestOrder,
  menu: Menu | undefined,
  { channelId, partnerChannel, currency }: Channel,
): OrderCreateParams {
  if (!isList(items) || !items.every(({ options = [] }) => isList(options)))
    throw new InvalidOrderError('items must be a list of { menuItemId, quantity, options }');
  const scale = 10 ** currencyDecimals(currency);
  const paid = menu ? items.reduce((sum, item) => sum + minorUnitsOf(item, menu, scale), 0) : Number.NaN;
  const payment = {
    offlineMethod: 'card',
    amount: paid / scale,
    currency,
    externalId: `payment-${reference}`,
    created: new Date().toISOString(),
  };
  return {
    channelId,
    partnerInfo: { partnerChannel, orderId: reference },
    items: items.map(({ menuItemId, quantity, options = [] }) => ({
      ...{ menuItemId, quantity },
      options: options.map(({ optionId, quantity: portions }) => ({ optionId, quantity: portions })),
    })),
    payments: Number.isNaN(paid) ? undefined : [payment],
  };
}

/** Calculates in cents or other smallest units, because 3 * 0.1 is not 0.3. The quantity of an option is per unit of its item. */
function minorUnitsOf(
  { menuItemId, quantity, options = [] }: GuestOrder['items'][number],
  menu: Menu,
  scale: number,
): number {
  const dish = find(menu.menuItems, menuItemId);
  const extras = options.map(
    (option) => count(option.quantity) * priceOf(find(dish.options, option.optionId), scale),
  );
  return count(quantity) * extras.reduce((sum, extra) => sum + extra, priceOf(dish, scale));
}

function find<T extends Priced>(entries: readonly T[] | null | undefined, id: string): T {
  const found = entries?.find((entry) => entry.id === id);
  if (!found) throw new InvalidOrderError(`${id} is not on the menu`);
  return found;
}

function priceOf({ price }: Priced, scale: number): number {
  return typeof price === 'number' ? Math.round(price * scale) : Number.NaN;
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null);
}

function count(quantity: number): number {
  if (Number.isSafeInteger(quantity) && quantity > 0) return quantity;
  throw new InvalidOrderError(`quantity must be a whole number from 1 up: ${quantity}`);
}
