import { describe, expect, test } from 'vitest';
import { openControlApi } from './control-api.js';

const soup = { name: 'Soup of the day', price: 7, partnerPrices: { foodie: 7.5 } };

describe('the menu', () => {
  test('marks the changed items until they are published', async () => {
    const { call, fake } = openControlApi();
    expect(await call('GET /menu/items')).toMatchObject({
      changed: [],
      hasUnpublishedChanges: false,
      currency: 'EUR',
    });
    await call('PATCH /menu/items/{id}', { id: 'item-soup', body: soup });
    const menu = await call('GET /menu/items');
    expect(menu).toMatchObject({ changed: ['item-soup'], hasUnpublishedChanges: true });
    expect(menu.entries.find(({ id }) => id === 'item-soup')).toEqual({
      id: 'item-soup',
      options: [],
      ...soup,
    });
    await call('POST /menu/publish');
    expect(await call('GET /menu/items')).toMatchObject({ changed: [], hasUnpublishedChanges: false });
    expect(fake.menus.all()).toContainEqual({ id: 'item-soup', options: [], ...soup });
  });

  test('gets and loses items', async () => {
    const { call, fake } = openControlApi();
    const options = [{ id: 'option-bread', name: 'Bread', price: 1 }];
    await call('POST /menu/items', { body: { id: 'item-stew', name: 'Stew', price: 8, options } });
    await call('DELETE /menu/items/{id}', { id: 'item-soup' });
    await call('POST /menu/publish');
    expect(fake.menus.all()).toContainEqual({ id: 'item-stew', name: 'Stew', price: 8, options });
    expect(fake.menus.all().map(({ id }) => id)).not.toContain('item-soup');
  });

  test('changes only the fields that a program sends', async () => {
    const { call, fake } = openControlApi();
    await call('PATCH /menu/items/{id}', { id: 'item-soup', body: soup });
    await call('PATCH /menu/items/{id}', { id: 'item-soup', body: { price: 8 } });
    expect(fake.menus.all()).toContainEqual({ id: 'item-soup', options: [], ...soup, price: 8 });
  });

  test('an edit that is undone is no change', async () => {
    const { call } = openControlApi();
    const before = { name: 'Soup', price: 6.4, partnerPrices: {} };
    await call('PATCH /menu/items/{id}', { id: 'item-soup', body: soup });
    await call('PATCH /menu/items/{id}', { id: 'item-soup', body: before });
    expect(await call('GET /menu/items')).toMatchObject({ changed: [], hasUnpublishedChanges: false });
  });

  test('publishing sends one event', async () => {
    const { call, fake, sent } = openControlApi();
    fake.key('inventory-management').webhookUrl = 'https://receiver.example';
    await call('PATCH /menu/items/{id}', { id: 'item-soup', body: soup });
    await call('POST /menu/publish');
    await fake.idle();
    expect(sent.map((payload) => JSON.parse(payload).event)).toEqual(['menus.published']);
  });

  test.each([
    ['no name', { ...soup, name: ' ' }, 'Enter a name.'],
    ['a negative price', { ...soup, price: -1 }, 'price'],
    ['a tenth of a cent', { ...soup, price: 1.001 }, 'at most 2 decimal places'],
    ['a wrong price of a partner', { ...soup, partnerPrices: { foodie: 0.001 } }, 'at most 2 decimal places'],
  ])('rejects %s', async (_name, body, message) => {
    const { fail } = openControlApi();
    const response = await fail('PATCH', '/menu/items/item-soup', body);
    expect(response).toMatch(/^400 /);
    expect(response).toContain(message);
  });

  test('an unknown item is not found', async () => {
    const { fail } = openControlApi();
    expect(await fail('PATCH', '/menu/items/x', soup)).toMatch(/^404 .*menu item x/);
  });
});

describe('the channels', () => {
  test('can be added, renamed, removed and published', async () => {
    const { call, fake, sent } = openControlApi();
    fake.key('reservations').webhookUrl = 'https://receiver.example';
    await call('POST /channels', { body: { id: 'table-7', type: 'dine-in', name: 'Table 7' } });
    await call('PATCH /channels/{id}', { id: 'table-1', body: { name: 'Window' } });
    await call('DELETE /channels/{id}', { id: 'table-2' });
    const channels = await call('GET /channels');
    expect(channels).toMatchObject({ changed: ['table-1', 'table-7'], hasUnpublishedChanges: true });
    expect(channels.entries.map(({ name }) => name)).not.toContain('Table 2');
    await call('POST /channels/publish');
    await fake.idle();
    expect(await call('GET /channels')).toMatchObject({ changed: [], hasUnpublishedChanges: false });
    expect(sent.map((payload) => JSON.parse(payload).event)).toEqual(['channels.published']);
  });

  test('a removed channel alone is an unpublished change', async () => {
    const { call } = openControlApi();
    await call('DELETE /channels/{id}', { id: 'table-2' });
    expect(await call('GET /channels')).toMatchObject({ changed: [], hasUnpublishedChanges: true });
  });

  test('have unique IDs', async () => {
    const { fail } = openControlApi();
    const channel = { id: 'table-1', type: 'dine-in', name: 'Window' };
    expect(await fail('POST', '/channels', channel)).toMatch(/^409 .*channel table-1 already/);
    expect(await fail('POST', '/channels', { ...channel, id: 'a b' })).toMatch(/^400 .*letters, digits/s);
    expect(await fail('DELETE', '/channels/x')).toMatch(/^404 .*no channel x/);
  });
});

describe('the details of the outlet', () => {
  test('saving them sends outlet.updated', async () => {
    const { call, fake, outlet, sent } = openControlApi();
    fake.key('reservations').webhookUrl = 'https://receiver.example';
    const details = { name: 'Corner Café', address: '5 Mill Lane', phoneNumber: '+49 30 123456' };
    await call('PATCH /details', { body: details });
    await fake.idle();
    const { outletId, merchantId } = outlet;
    expect(await call('GET /details')).toEqual({ outletId, merchantId, currency: 'EUR', details });
    expect(sent.map((payload) => JSON.parse(payload).event)).toEqual(['outlet.updated']);
  });

  test('need a name', async () => {
    const { fail } = openControlApi();
    expect(await fail('PATCH', '/details', { name: '' })).toMatch(/^400 .*name/s);
  });
});
