import type { AppliedDiscount, Order, OrderItem } from '../entities/index.js';
import { fromMinor, type Minor, sum, toMinor } from './money.js';
import type { Outlet } from './outlet.js';
import type { FakeMenuItem } from './state.js';

/** What the items of an order cost, before discounts. */
export function billOf(outlet: Outlet, order: Pick<Order, 'items' | 'partnerInfo'>): Minor {
  const partner = order.partnerInfo?.partnerChannel ?? undefined;
  return sum((order.items ?? []).map((item) => costOf(outlet, item, partner)));
}

/** Specification: "Order", appliedDiscounts. */
export function discountsOf(outlet: Outlet, discounts: readonly AppliedDiscount[] | null | undefined): Minor {
  const amounts = (discounts ?? []).map((discount) => discount[outlet.assume.discountField]);
  return sum(amounts.map((amount) => (typeof amount === 'number' ? toMinor(amount) : 0n)));
}

/** What is to be paid, in units of the currency. */
export function totalOf(outlet: Outlet, order: Omit<Order, 'id'>): number {
  return fromMinor(billOf(outlet, order) - discountsOf(outlet, order.appliedDiscounts));
}

/** What an item costs at a partner, where the menu has another price for it. */
export function priceAt(item: FakeMenuItem, partner: string | undefined): number {
  return (partner === undefined ? undefined : item.partnerPrices?.[partner]) ?? item.price;
}

function costOf(outlet: Outlet, item: OrderItem, partner: string | undefined): Minor {
  const onMenu = outlet.state.menuItems.find(({ id }) => id === item.menuItemId);
  if (!onMenu) return 0n;
  const options = (item.options ?? []).map(({ optionId, quantity }) => {
    const price = onMenu.options.find(({ id }) => id === optionId)?.price ?? 0;
    return toMinor(price) * BigInt(quantity ?? 1);
  });
  return (toMinor(priceAt(onMenu, partner)) + sum(options)) * BigInt(item.quantity ?? 1);
}
