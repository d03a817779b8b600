import type { OrderCreateParams } from 'outlet-open-api';

/** An order as the guest's app sends it. */
export interface GuestOrder {
  readonly reference: string;
  readonly items: readonly GuestItem[];
}

/** An item of an order, with nothing that the app may not decide, such as its price. */
export interface GuestItem {
  readonly menuItemId: string;
  readonly quantity: number;
  readonly options: readonly { readonly optionId: string; readonly quantity: number }[];
}

/** Your platform at the outlet. */
export interface Channel {
  readonly channelId: string;
  readonly partnerChannel: string;
  readonly currency: string;
}

/** The guest's app sent an order that cannot be accepted. The message is for its developer. */
export class InvalidOrderError extends Error {}

/** Reads an order from the body of a request, without the fields that it does not know. */
export function readGuestOrder(body: unknown): GuestOrder {
  const { reference, items } = fieldsOf(body, 'the body');
  if (typeof reference !== 'string' || !/^[\w.-]{1,100}$/.test(reference)) {
    throw new InvalidOrderError('reference must have 1 to 100 letters, digits, dots, _ or -');
  }
  const read = listOf(items, 'items').map((item, index): GuestItem => {
    const at = `items[${index}]`;
    const { menuItemId, quantity, options = [] } = fieldsOf(item, at);
    return {
      menuItemId: idOf(menuItemId, `${at}.menuItemId`),
      quantity: countOf(quantity, `${at}.quantity`),
      options: listOf(options, `${at}.options`).map((option, number) => {
        const path = `${at}.options[${number}]`;
        const { optionId, quantity: portions } = fieldsOf(option, path);
        return {
          optionId: idOf(optionId, `${path}.optionId`),
          quantity: countOf(portions, `${path}.quantity`),
        };
      }),
    };
  });
  if (read.length === 0) throw new InvalidOrderError('items must not be empty');
  return { reference, items: read };
}

/** Menu fields are undocumented. Declare those that your outlet returns. */
export interface Menu {
  readonly menuItems: readonly (Priced & { readonly options?: readonly Priced[] | null })[];
}

interface Priced {
  readonly id: string;
  readonly price?: number | null;
}

/** Returns what the guest pays in cents, because 3 * 0.1 is not 0.3. Returns `undefined` if the menu has no prices. */
export function centsOf(items: readonly GuestItem[], { menuItems }: Menu): number | undefined {
  let cents = 0;
  for (const [index, { menuItemId, quantity, options }] of items.entries()) {
    const dish = find(menuItems, menuItemId, `items[${index}].menuItemId`);
    cents += quantity * priceOf(dish);
    for (const [number, option] of options.entries()) {
      const extra = find(dish.options ?? [], option.optionId, `items[${index}].options[${number}].optionId`);
      // The quantity of an option is per unit of its item.
      cents += quantity * option.quantity * priceOf(extra);
    }
  }
  return Number.isNaN(cents) ? undefined : cents;
}

/** Returns the order that the API gets. It is stored before it is sent, so every attempt has the same time and price. */
export function newOrder(
  { reference, items }: GuestOrder,
  channel: Channel,
  cents: number | undefined,
): OrderCreateParams {
  const { channelId, partnerChannel, currency } = channel;
  return {
    channelId,
    partnerInfo: { partnerChannel, orderId: reference },
    items: items.map(({ options, ...item }) => ({ ...item, options: [...options] })),
    ...(cents !== undefined && {
      payments: [
        {
          offlineMethod: 'card',
          amount: cents / 100,
          currency,
          externalId: `payment-${reference}`,
          created: new Date().toISOString(),
        },
      ],
    }),
  };
}

function find<T extends Priced>(entries: readonly T[], id: string, path: string): T {
  const found = entries.find((entry) => entry.id === id);
  if (!found) throw new InvalidOrderError(`${path} is not on the menu`);
  return found;
}

function priceOf({ price }: Priced): number {
  return typeof price === 'number' ? Math.round(price * 100) : Number.NaN;
}

function fieldsOf(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new InvalidOrderError(`${path} must be an object`);
  return { ...value };
}

function listOf(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new InvalidOrderError(`${path} must be a list`);
  return value;
}

function idOf(value: unknown, path: string): string {
  if (typeof value !== 'string' || value === '') throw new InvalidOrderError(`${path} must be an ID`);
  return value;
}

function countOf(value: unknown, path: string): number {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
  if (!isCount) throw new InvalidOrderError(`${path} must be a whole number from 1 up`);
  return value;
}
