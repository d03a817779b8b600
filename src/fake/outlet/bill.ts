import type { AppliedDiscount, Order, OrderItem } from '../../entities/index.js';
import { fromCents, sum, toCents } from './money.js';
import type { Outlet } from './outlet.js';
import { type FakeMenuItem, visible } from './state.js';

/** Returns the cost of an order's items in cents, before discounts. */
export function billOf(outlet: Outlet, order: Pick<Order, 'items' | 'partnerInfo'>): bigint {
  const partner = order.partnerInfo?.partnerChannel ?? undefined;
  return sum((order.items ?? []).map((item) => costOf(outlet, item, partner)));
}

/** Returns the sum of discounts in cents. API specification: Resources › Order, field appliedDiscounts. */
export function discountsOf(
  outlet: Outlet,
  discounts: readonly AppliedDiscount[] | null | undefined,
): bigint {
  const amounts = (discounts ?? []).map((discount): unknown =>
    Reflect.get(discount, outlet.assumptions.discountField),
  );
  return sum(amounts.map((amount) => (typeof amount === 'number' ? toCents(amount) : 0n)));
}

/** Returns the amount to pay, in units of the currency. */
export function totalOf(outlet: Outlet, order: Omit<Order, 'id'>): number {
  return fromCents(billOf(outlet, order) - discountsOf(outlet, order.appliedDiscounts));
}

/** Returns the price of an item: the partner's price if there is one, otherwise the outlet's. */
export function priceAt(item: FakeMenuItem, partner: string | undefined): number {
  return (partner === undefined ? undefined : item.partnerPrices?.[partner]) ?? item.price;
}

function costOf(outlet: Outlet, item: OrderItem, partner: string | undefined): bigint {
  const onMenu = visible(outlet.state.menuItems, outlet.assumptions).find(({ id }) => id === item.menuItemId);
  if (!onMenu) return 0n;
  const options = (item.options ?? []).map(({ optionId, quantity }) => {
    const price = onMenu.options.find(({ id }) => id === optionId)?.price ?? 0;
    return toCents(price) * BigInt(quantity ?? 1);
  });
  return (toCents(priceAt(onMenu, partner)) + sum(options)) * BigInt(item.quantity ?? 1);
}
