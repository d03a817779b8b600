import { describe, expect, test } from 'vitest';
import { openControlApi } from './control-api.js';

describe('the board', () => {
  test('counts the orders of each status, and lists those that changed last', async () => {
    const { fake, call } = openControlApi();
    for (const day of [3, 1, 4, 2]) fake.orders.add({ id: `o-${day}`, created: `2026-01-0${day}T00:00:00Z` });
    fake.orders.add({ id: 'o-5', status: 'complete' });
    const { columns } = await call('GET /board', { query: '?limit=2' });
    expect(columns.map(({ status, count }) => [status, count])).toEqual([
      ['open', 4],
      ['inKitchen', 0],
      ['readyForPickup', 0],
      ['complete', 1],
      ['cancelled', 0],
    ]);
    expect(columns[0]?.orders.map(({ id }) => id)).toEqual(['o-4', 'o-3']);
  });

  test('adds a column for a status that is not documented', async () => {
    const { fake, call } = openControlApi();
    fake.orders.add({ id: 'o-1', status: 'parked' });
    const { columns } = await call('GET /board');
    expect(columns.at(-1)).toMatchObject({ status: 'parked', count: 1, orders: [{ id: 'o-1', steps: [] }] });
  });

  test.each(['O-1', 'f-77', 'r-9', 'kim <script>', 'foodie', 'table 1'])(
    'finds orders by %s',
    async (text) => {
      const { fake, call } = openControlApi();
      fake.channels.add({ id: 't-1', type: 'dine-in', name: 'Table 1' });
      fake.channels.publish();
      fake.orders.add({ id: 'other' });
      fake.orders.add({
        id: 'o-1',
        channelId: 't-1',
        partnerInfo: { partnerChannel: 'Foodie', orderId: 'F-77' },
        partnerReservationInfo: { reservationId: 'R-9', firstName: 'Kim', lastName: '<script>' },
      });
      const { columns } = await call('GET /board', { query: `?search=${encodeURIComponent(text)}` });
      expect(columns[0]?.orders.map(({ id }) => id)).toEqual(['o-1']);
    },
  );

  test('describes each order on a card', async () => {
    const { fake, call } = openControlApi({ currency: 'CHF' });
    fake.channels.add({ id: 't-1', type: 'dine-in', name: 'Table 1' });
    fake.menus.add({ id: 'soup', name: 'Soup', price: 6.4, options: [] });
    fake.channels.publish();
    fake.menus.publish();
    const order = fake.orders.add({
      createdBy: 'reservations',
      channelId: 't-1',
      guestCount: 4,
      items: [
        { menuItemId: 'soup', quantity: 2 },
        { menuItemId: 'soup', quantity: 1 },
      ],
      partnerReservationInfo: {
        reservationId: 'r-1',
        firstName: 'Kim',
        lastName: '<script>alert(1)</script>',
      },
    });
    const { columns } = await call('GET /board');
    expect(columns[0]?.orders).toEqual([
      {
        id: order.id,
        status: 'open',
        title: 'Kim <script>alert(1)</script>',
        channelName: 'Table 1',
        isDineIn: true,
        reservationId: 'r-1',
        itemCount: 3,
        lineCount: 2,
        itemNames: ['2 × Soup', 'Soup'],
        isCreatedTwice: false,
        guestCount: 4,
        total: 19.2,
        currency: 'CHF',
        created: order.created,
        updatedAt: order.updatedAt,
        createdBy: 'Reservations',
        steps: ['inKitchen', 'ready', 'complete', 'cancel'],
      },
    ]);
  });

  test('shows the options of an item', async () => {
    const { call, fake } = openControlApi();
    fake.menus.add({
      id: 'burger',
      name: 'Burger',
      price: 12.5,
      options: [{ id: 'cheese', name: 'Extra cheese', price: 1.2 }],
    });
    fake.menus.publish();
    fake.orders.add({
      channelId: 't-1',
      items: [{ menuItemId: 'burger', quantity: 2, options: [{ optionId: 'cheese', quantity: 2 }] }],
    });
    const { columns } = await call('GET /board');
    expect(columns[0]?.orders[0]?.itemNames).toEqual(['2 × Burger (2 × Extra cheese)']);
  });

  test('rejects a limit that is not a positive number', async () => {
    const { fail } = openControlApi();
    expect(await fail('GET', '/board?limit=0')).toMatch(/^400 /);
  });
});

describe('the list of orders', () => {
  test('contains those that match, newest change first', async () => {
    const { call, fake } = openControlApi();
    const ids = ['o-1', 'o-2', 'o-3'];
    for (const id of ids) {
      fake.orders.add({ id, channelId: 'table-1' });
      fake.clock.advance(1_000);
    }
    fake.orders.cancel('o-1');
    expect((await call('GET /orders')).map(({ id }) => id)).toEqual(['o-1', 'o-3', 'o-2']);
    expect((await call('GET /orders', { query: '?status=open&limit=1' })).map(({ id }) => id)).toEqual([
      'o-3',
    ]);
    expect((await call('GET /orders', { query: '?search=o-2' })).map(({ id }) => id)).toEqual(['o-2']);
  });
});

describe('the steps of an order', () => {
  test.each([
    ['open', ['inKitchen', 'ready', 'complete', 'cancel']],
    ['inKitchen', ['ready', 'complete', 'cancel']],
    ['readyForPickup', ['complete', 'cancel']],
    ['complete', ['reopen', 'cancel']],
    ['cancelled', []],
  ])('an order that is %s offers the steps that the fake accepts', async (status, offered) => {
    const { fake, call, fail } = openControlApi();
    for (const step of ['inKitchen', 'ready', 'complete', 'cancel', 'reopen'] as const) {
      const { id } = fake.orders.add({ status });
      const { card } = await call('GET /orders/{id}', { id });
      expect(card.steps).toEqual(offered);
      if (card.steps.includes(step)) await call(`POST /orders/{id}/${step}`, { id });
      else expect(await fail('POST', `/orders/${id}/${step}`)).toContain(`409 Order ${id} is ${status}`);
    }
  });

  test('an unknown order is not found', async () => {
    const { fail } = openControlApi();
    expect(await fail('POST', '/orders/o-9/ready')).toBe('404 The fake outlet has no order o-9.');
    expect(await fail('GET', '/orders/o-9')).toBe('404 The outlet has no order o-9.');
  });
});

describe('one order', () => {
  test('shows the items with their names and amounts, and the newest action first', async () => {
    const { fake, call } = openControlApi();
    const { id } = fake.orders.add({
      partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
      items: [
        { menuItemId: 'item-burger', quantity: 2, options: [{ optionId: 'option-cheese', quantity: 2 }] },
        { menuItemId: 'gone', quantity: 1, customerName: 'Kim' },
      ],
      partnerAggregated: true,
    });
    fake.orders.inKitchen(id);
    const view = await call('GET /orders/{id}', { id });
    expect(view.lines).toEqual([
      { name: 'Burger', quantity: 2, price: 32.6, options: ['2 × Extra cheese'], customerName: '' },
      { name: 'gone', quantity: 1, price: 0, options: [], customerName: 'Kim' },
    ]);
    expect(view.actionLog.map(({ action }) => action)).toEqual(['orderSentToKitchen', 'orderCreated']);
    expect(view).toMatchObject({ partnerAggregated: true, order: { id, total: 32.6 } });
  });

  test('lists its deliveries, and not those of other orders', async () => {
    const { fake, call } = openControlApi();
    fake.key('order-data').webhookUrl = 'https://receiver.example';
    const { id } = fake.orders.add({ partnerInfo: { orderId: 'F-1' } });
    const other = fake.orders.add();
    for (const order of [id, other.id]) fake.orders.complete(order);
    await fake.idle();
    const { deliveries } = await call('GET /orders/{id}', { id });
    expect(deliveries).toMatchObject([{ event: 'order.complete', orderId: id, orderTitle: 'F-1' }]);
  });

  test.each([
    ['channel-foodie', undefined, false],
    ['table-1', undefined, true],
    ['channel-foodie', { reservationId: 'R-1' }, true],
    [undefined, undefined, false],
  ])('at channel %s with reservation %j has guests: %s', async (channelId, guest, isDineIn) => {
    const { fake, call } = openControlApi();
    const { id } = fake.orders.add({
      ...(channelId !== undefined && { channelId }),
      ...(guest && { partnerReservationInfo: guest }),
    });
    expect((await call('GET /orders/{id}', { id })).card.isDineIn).toBe(isDineIn);
  });

  test('changes the guests and the table, and adds an item', async () => {
    const { fake, call } = openControlApi();
    const { id } = fake.orders.add({ channelId: 'table-1' });
    await call('POST /orders/{id}/guests', { id, body: { guestCount: 5 } });
    await call('POST /orders/{id}/table', { id, body: { channelId: 'table-2' } });
    await call('POST /orders/{id}/items', { id, body: { menuItemId: 'item-soup' } });
    expect(fake.orders.get(id)).toMatchObject({
      guestCount: 5,
      channelId: 'table-2',
      items: [{ menuItemId: 'item-soup', quantity: 1 }],
      total: 6.4,
    });
  });

  test('rejects values that the outlet does not have', async () => {
    const { fake, fail } = openControlApi();
    const { id } = fake.orders.add();
    expect(await fail('POST', `/orders/${id}/guests`, { guestCount: 0 })).toBe(
      '400 guestCount: must be a whole number from 1 up.',
    );
    expect(await fail('POST', `/orders/${id}/guests`, {})).toMatch(/^400 .*guestCount/s);
    expect(await fail('POST', `/orders/${id}/table`, { channelId: 'channel-foodie' })).toContain('no table');
    expect(await fail('POST', `/orders/${id}/items`, { menuItemId: 'x' })).toContain(
      '409 The published menu has no item x',
    );
  });
});

describe('republishing', () => {
  test('sends the last event of the orders again', async () => {
    const { fake, call, sent } = openControlApi();
    fake.key('order-data').webhookUrl = 'https://receiver.example';
    const one = fake.orders.add({ status: 'complete' });
    const other = fake.orders.add({ status: 'cancelled' });
    await call('POST /orders/republish', { body: { ids: [one.id, other.id] } });
    await fake.idle();
    expect(sent.map((payload) => JSON.parse(payload))).toEqual([
      expect.objectContaining({ event: 'order.complete', id: one.id }),
      expect.objectContaining({ event: 'order.cancelled', id: other.id }),
    ]);
  });

  test('rejects an order that has not ended', async () => {
    const { fake, fail } = openControlApi();
    const { id } = fake.orders.add();
    expect(await fail('POST', '/orders/republish', { ids: [id] })).toMatch(/^409 .*complete or cancelled/);
  });
});

describe('the autopilot', () => {
  test('starts with an interval, and the overview shows it until it stops', async () => {
    const { call } = openControlApi();
    const intervalNow = async () => (await call('GET /overview')).autopilotInterval;
    expect(await intervalNow()).toBeUndefined();
    await call('PUT /autopilot', { body: { interval: 1_000 } });
    expect(await intervalNow()).toBe(1_000);
    await call('PUT /autopilot', { body: {} });
    expect(await intervalNow()).toBe(5_000);
    await call('DELETE /autopilot');
    expect(await intervalNow()).toBeUndefined();
  });

  test('rejects an interval of 0', async () => {
    const { fail } = openControlApi();
    expect(await fail('PUT', '/autopilot', { interval: 0 })).toMatch(/^400 interval: /);
  });
});
