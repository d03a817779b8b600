import type { Payment } from 'outlet-open-api';
import { createFakeOutlet, type UseCase } from 'outlet-open-api/testing';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/operations/index.js';
import { fakeAtNoon, filledAtNoon, noon, send } from './send.js';

const dataOf = (seed: number) => {
  const fake = filledAtNoon({ seed });
  const tokens = fake.keys.all().map(({ token }) => token);
  return { tokens, orders: fake.orders.all(), receipts: fake.goodsReceipts.all(), menu: fake.menus.all() };
};

describe('the data of a fake', () => {
  const { tokens, orders, receipts, menu } = dataOf(1);

  it('is the same for the same seed', () => {
    expect(dataOf(1)).toEqual({ tokens, orders, receipts, menu });
  });

  it('differs between seeds', () => {
    const other = dataOf(2);
    expect(other.orders).not.toEqual(orders);
    expect(other.tokens).not.toEqual(tokens);
  });

  it('covers the last 90 days with a few hundred orders in both final statuses', () => {
    const ages = orders.map(({ created }) => (noon - Date.parse(created)) / 86_400_000);

    expect(orders.length).toBeGreaterThan(300);
    expect(Math.max(...ages)).toBeGreaterThan(89);
    expect(Math.max(...ages)).toBeLessThanOrEqual(90);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['complete', 'cancelled']));
    expect(orders.every(({ updatedAt }) => Date.parse(updatedAt) < noon)).toBe(true);
  });

  it('has receipts of every status and both tax modes, and old ones without tax and total §receipt-state.all §goods-receipt.statuses §goods-receipt.old-tax §goods-receipt.old-total', () => {
    expect(new Set(receipts.map(({ status }) => status)).size).toBe(4);
    expect(new Set(receipts.map(({ isTaxInclusive }) => isTaxInclusive)).size).toBe(2);
    const old = receipts.filter((receipt) => !('total' in receipt) && !('tax' in receipt));
    expect(old.length).toBeGreaterThan(0);
    expect(old.length).toBeLessThan(receipts.length / 2);
  });

  it('has orders that cannot be fetched by their id', async () => {
    const fake = filledAtNoon();
    const statuses = new Set<number>();
    for (const { id } of orders.slice(0, 50)) statuses.add((await send(fake, `GET /orders/${id}`)).status);

    expect(statuses).toEqual(new Set([200, 404]));
  });

  it('can be omitted', () => {
    const fake = createFakeOutlet({ empty: true });

    expect([fake.orders.all(), fake.goodsReceipts.all(), fake.channels.all(), fake.menus.all()]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(fake.key('order-data').token).not.toBe('');
  });

  it('is returned in copies', () => {
    const fake = fakeAtNoon();
    const { id } = fake.orders.add();
    const copy = fake.orders.get(id);
    if (copy) copy.status = 'complete';

    expect(fake.orders.get(id)?.status).toBe('open');
  });

  it('is copied when it is passed §goods-receipt.snapshot', () => {
    const fake = fakeAtNoon();
    const item = { menuItemId: 'item-pizza', quantity: 1 };
    const payment = { offlineMethod: 'card', amount: 1 };
    const line = { totalPrice: 10 };
    const supplier = { supplierId: 'fish' };
    const order = fake.orders.add({ items: [item], payments: [payment] });
    const changed = fake.orders.add();
    fake.orders.changeTotals(changed.id, { items: [item] });
    const receipt = fake.goodsReceipts.add({ items: [line], supplier });

    item.quantity = 9;
    payment.amount = 9;
    line.totalPrice = 9;
    supplier.supplierId = 'milk';

    expect(fake.orders.get(order.id)).toEqual(order);
    expect(fake.orders.get(changed.id)?.items[0]?.quantity).toBe(1);
    expect(fake.goodsReceipts.get(receipt.id)).toEqual(receipt);
  });

  it('does not change the lists that it was created from', () => {
    const fake = fakeAtNoon();
    const items = [{ menuItemId: 'item-pizza', quantity: 1 }];
    const payments: Payment[] = [];

    fake.orders.complete(fake.orders.add({ items, payments }).id);

    expect(payments).toEqual([]);
  });
});

it.each(operations.map(({ id, method, path }) => ({ id, method, path })))(
  'knows the operation $id §endpoint.*',
  async ({ method, path }) => {
    const fake = fakeAtNoon();
    const { id } = fake.orders.add();
    const body = method === 'GET' ? {} : { body: {} };

    const response = await send(fake, `${method} ${path.replace('{orderId}', id)}`, body);

    const known = path.includes('reservations/') ? [404] : [200, 201, 400];
    expect(known).toContain(response.status);
  },
);

it('has a default key of every use case §setup.keys §auth.2.use-case', () => {
  const useCases: UseCase[] = ['digital-ordering', 'reservations', 'order-data', 'inventory-management'];
  const fake = createFakeOutlet({ empty: true });

  expect(useCases.map((useCase) => fake.key(useCase).useCase)).toEqual(useCases);
});

it('rejects impossible transitions §order-state.final', () => {
  const fake = fakeAtNoon();
  const { id } = fake.orders.add();

  expect(() => fake.orders.reopen(id)).toThrow(/is open and cannot become open/);
  fake.orders.cancel(id);
  expect(() => fake.orders.complete(id)).toThrow(/is cancelled and cannot become complete/);
  expect(() => fake.orders.moveTable(id, 'table-1')).toThrow(/reopen it first/);
  expect(() => fake.orders.ready('none')).toThrow(/has no order none/);
});

it.each(['nowhere', 'channel-foodie'])('rejects a move to %s, which is not a table', (channelId) => {
  const fake = fakeAtNoon();
  const { id } = fake.orders.add({ channelId: 'table-1' });

  expect(() => fake.orders.moveTable(id, channelId)).toThrow(`has no table ${channelId}`);
  expect(fake.orders.get(id)?.channelId).toBe('table-1');
});

it.each([0, -1, 1.5, Number.NaN])('rejects %s guests', (count) => {
  const fake = fakeAtNoon();
  const { id } = fake.orders.add({ guestCount: 2 });

  expect(() => fake.orders.changeGuests(id, count)).toThrow(`cannot have ${count} guests`);
  expect(fake.orders.get(id)?.guestCount).toBe(2);
});

it('completing an order pays the amount that is due', () => {
  const fake = fakeAtNoon();
  const { id } = fake.orders.add({
    items: [{ menuItemId: 'item-pizza', quantity: 2 }],
    payments: [{ offlineMethod: 'card', amount: 8 }],
  });

  expect(fake.orders.complete(id).payments.map(({ amount }) => amount)).toEqual([8, 20]);
});
