import { describe, expect, test } from 'vitest';
import {
  type GuestOrder,
  InvalidOrderError,
  newOrder,
} from '../../../examples/crash-safe-orders/guest-order.js';

const channel = { channelId: 'channel-foodie', partnerChannel: 'foodie', currency: 'EUR' };
const menu = {
  menuItems: [{ id: 'item-burger', price: 13.9, options: [{ id: 'option-cheese', price: 1.2 }] }],
};
const burger = {
  menuItemId: 'item-burger',
  quantity: 2,
  options: [{ optionId: 'option-cheese', quantity: 1 }],
};

// The suite verify plays the service.
describe('newOrder of crash-safe-orders', () => {
  test('calculates the price, and drops what the app may not decide', () => {
    const guestOrder: GuestOrder = { reference: 'F-1', items: [{ ...burger, ...{ price: 1 } }] };
    expect(newOrder(guestOrder, menu, channel)).toMatchObject({
      items: [burger],
      payments: [{ amount: 30.2, currency: 'EUR' }],
    });
    expect(newOrder(guestOrder, menu, channel).items[0]).not.toHaveProperty('price');
  });

  test('has no payment without prices', () => {
    const guestOrder = { reference: 'F-1', items: [burger] };
    const hidden = { menuItems: [{ id: 'item-burger', options: [{ id: 'option-cheese' }] }] };
    expect(newOrder(guestOrder, hidden, channel).payments).toBeUndefined();
    expect(newOrder(guestOrder, undefined, channel).payments).toBeUndefined();
  });

  test.each([
    ['without items', undefined],
    ['with an item that is no object', [null]],
    ['with options that are no list', [{ ...burger, options: 'cheese' }]],
    ['of half a burger', [{ ...burger, quantity: 0.5 }]],
    ['of a dish that is not on the menu', [{ ...burger, menuItemId: 'item-steak' }]],
  ])('rejects an order %s', (_, items) => {
    expect(() => newOrder(Object({ reference: 'F-1', items }), menu, channel)).toThrow(InvalidOrderError);
  });
});
