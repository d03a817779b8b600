import { describe, expect, test } from 'vitest';
import { openControlApi } from './control-api.js';

describe('a new order', () => {
  const items = [{ menuItemId: 'item-burger', quantity: 2 }];

  test('of the POS belongs to no key', async () => {
    const { fake, call } = openControlApi();
    const body = { createdBy: '', channelId: 'table-1', items, guestCount: 2 };
    const { id } = await call('POST /orders', { body });
    expect(fake.orders.get(id)).toMatchObject({
      status: 'open',
      channelId: 'table-1',
      guestCount: 2,
      items,
      total: 25,
    });
    expect((await call('GET /orders/{id}', { id })).card.createdBy).toBeUndefined();
  });

  test('of a Digital Ordering key has a reference and the prices of the partner', async () => {
    const { fake, outlet, call } = openControlApi();
    const createdBy = outlet.keys.find('digital-ordering').id;
    const { id } = await call('POST /orders', { body: { createdBy, channelId: 'channel-foodie', items } });
    expect(fake.orders.get(id)).toMatchObject({
      partnerInfo: { partnerChannel: 'foodie', orderId: expect.stringMatching(/^test-/) },
      total: 27.8,
    });
    expect((await call('GET /orders/{id}', { id })).card.createdBy).toBe('Digital Ordering');
  });

  test('of a Reservations key is a reservation, so that the key receives its events', async () => {
    const { fake, outlet, call, sent } = openControlApi();
    fake.key('reservations').webhookUrl = 'https://receiver.example';
    const createdBy = outlet.keys.find('reservations').id;
    const body = { createdBy, channelId: 'table-1', items: [], guestCount: 2 };
    const { id } = await call('POST /orders', { body });
    await call('POST /orders/{id}/inKitchen', { id });
    await fake.idle();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('order.statusUpdated');
  });

  test.each([
    ['an unknown channel', { channelId: 'x' }, 'no published channel x'],
    ['an unknown item', { items: [{ menuItemId: 'x', quantity: 1 }] }, 'no item x'],
    ['a quantity of 0', { items: [{ menuItemId: 'item-burger', quantity: 0 }] }, 'quantity'],
    ['a deleted key', { createdBy: 'key-gone' }, 'no API key key-gone'],
    [
      'an unknown option',
      { items: [{ menuItemId: 'item-burger', quantity: 1, options: [{ optionId: 'o-9', quantity: 1 }] }] },
      'no option o-9',
    ],
  ])('with %s is rejected', async (_name, wrong, message) => {
    const { fail } = openControlApi();
    const body = { createdBy: '', channelId: 'table-1', items, ...wrong };
    const failure = await fail('POST', '/orders', body);
    expect(failure).toMatch(/^(400|404|409) /);
    expect(failure).toContain(message);
  });

  test.each([
    ['reservations', { channelId: 'channel-foodie', guestCount: 2 }, 'needs a table'],
    ['reservations', { channelId: 'table-1' }, 'number of guests'],
    ['digital-ordering', { channelId: 'channel-foodie' }, 'at least one item'],
  ] as const)(
    'of a key of the use case %s without its fields is rejected',
    async (useCase, fields, message) => {
      const { outlet, fail } = openControlApi();
      const body = { createdBy: outlet.keys.find(useCase).id, items: [], ...fields };
      expect(await fail('POST', '/orders', body)).toMatch(new RegExp(`^409 .*${message}`));
    },
  );
});
