import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';

test('staff and merchant change the restaurant', () => {
  const fake = createFakeOutlet({ seed: 7 });

  const order = fake.orders.add({ createdBy: 'digital-ordering' });
  fake.orders.inKitchen(order.id);
  fake.orders.ready(order.id);
  fake.orders.complete(order.id); // sends order.complete
  fake.orders.reopen(order.id);
  fake.orders.changeTotals(order.id);
  fake.orders.complete(order.id); // sends it again, with another updatedAt
  fake.republish(order.id); // sends the event again; 'all' republishes every order that has ended

  const receipt = fake.goodsReceipts.add({ status: 'partiallyReceived', items: [{ totalPrice: 12.5 }] });
  fake.goodsReceipts.update(receipt.id, { shippingFee: 4 });
  fake.goodsReceipts.complete(receipt.id);
  fake.goodsReceipts.cancel(receipt.id);

  fake.channels.add({ id: 'table-99', type: 'dine-in' });
  fake.channels.publish(); // the API shows the table, and sends channels.published
  for (const { id, price } of fake.menus.all()) fake.menus.update(id, { price: price + 1 });
  fake.menus.publish(); // sends menus.published

  const key = fake.keys.create({ useCase: 'order-data', label: 'Second backend' });
  fake.keys.revoke(key); // its token gets 401
  fake.clock.advance(24 * 60 * 60 * 1_000); // idempotency keys expire, retries of webhooks start

  expect(fake.orders.get(order.id)?.status).toBe('complete');
  fake.reset(); // as it was created
  expect(fake.orders.get(order.id)).toBeUndefined();
});
