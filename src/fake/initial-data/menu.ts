import type { FakeChannel, FakeMenuItem } from '../outlet/state.js';

export const channels: readonly FakeChannel[] = [
  { id: 'channel-foodie', type: 'partner', name: 'foodie' },
  ...[1, 2, 3, 4, 5, 6].map((table) => ({ id: `table-${table}`, type: 'dine-in', name: `Table ${table}` })),
];

const drinkSizes = [
  { id: 'option-small', name: 'Small', price: 0 },
  { id: 'option-large', name: 'Large', price: 1.5 },
];

const extras = [
  { id: 'option-cheese', name: 'Extra cheese', price: 1.2 },
  { id: 'option-spicy', name: 'Spicy', price: 0 },
];

/** Some items cost more at the partner. */
export const menuItems: readonly FakeMenuItem[] = [
  { id: 'item-burger', name: 'Burger', price: 12.5, partnerPrices: { foodie: 13.9 }, options: extras },
  { id: 'item-pizza', name: 'Pizza', price: 14, partnerPrices: { foodie: 15.5 }, options: extras },
  { id: 'item-salad', name: 'Salad', price: 8.9, options: [] },
  { id: 'item-soup', name: 'Soup', price: 6.4, options: [] },
  { id: 'item-cake', name: 'Cake', price: 4.95, partnerPrices: { foodie: 5.5 }, options: [] },
  { id: 'item-coffee', name: 'Coffee', price: 3.2, options: drinkSizes },
  { id: 'item-lemonade', name: 'Lemonade', price: 3.6, options: drinkSizes },
];
