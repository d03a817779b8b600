import { ResponseValidationError } from 'outlet-open-api';
import { describe, expect, test } from 'vitest';
import { clientOf, json, order, rejection, scriptedService } from '../scripted-service.js';

const entries = [{ id: 'a' }, { id: 'b' }];
const answering = (body: unknown) => clientOf(scriptedService(json(body)));
const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

describe.each([
  ['channels.list', (body: unknown) => answering(body).channels.list()],
  ['actionLogs.forOrder', (body: unknown) => answering(body).actionLogs.forOrder('o-1')],
])('%s', (_, call) => {
  test.each([
    ['a bare array', entries],
    ['data', { data: entries }],
    ['data beside other lists', { data: entries, warnings: [], links: [] }],
    ['the only list, whatever its name', { results: entries, count: 2 }],
    ['the only list beside objects', { meta: { pages: [1] }, entries }],
  ])('understands %s', async (_, body) => {
    expect(await call(body)).toEqual(entries);
  });

  test.each([
    ['an object without a list', { total: 2, page: 1 }, 'an object with the keys total, page'],
    ['two lists', { one: [], other: [] }, 'an object with the keys one, other'],
    ['an empty object', {}, 'an object with the keys (none)'],
    ['null', null, 'null'],
    ['a text', 'channels', 'a string'],
    ['a number', 7, 'a number'],
  ])('says what it found in place of a list: %s', async (_, body, found) => {
    const error = await rejection(call(body));
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({
      status: 200,
      attempts: 1,
      issues: [{ path: '', message: expect.stringContaining(`found ${found}`) }],
      message: expect.stringContaining(`found ${found}`),
      bodyPreview: expect.stringContaining('application/json'),
    });
  });
});

describe.each([
  ['orders.list', (body: unknown) => answering(body).orders.list(range).firstPage()],
  ['actionLogs.list', (body: unknown) => answering(body).actionLogs.list(range).firstPage()],
  ['goodsReceipts.list', (body: unknown) => answering(body).goodsReceipts.list(range).firstPage()],
])('a page of %s', (_, firstPage) => {
  test.each([
    ['a bare array', entries, null],
    ['data and next', { data: entries, next: 'c/2?&=' }, 'c/2?&='],
    ['the only list and next', { receipts: entries, next: 'c2' }, 'c2'],
    ['no next', { data: entries }, null],
    ['next null §goods-receipts.last', { data: entries, next: null }, null],
    ['next empty', { data: entries, next: '' }, null],
    ['a page without entries and next', { data: [], next: 'c2' }, 'c2'],
  ])('is understood: %s', async (_, body, next) => {
    const items = Array.isArray(body) || !('data' in body) ? entries : body.data;
    expect(await firstPage(body)).toMatchObject({ items, next });
  });

  test.each([
    ['a number', { data: entries, next: 2 }, 'next must be a string or null'],
    ['an object', { data: entries, next: { cursor: 'c2' } }, 'next must be a string or null'],
    ['no list', { cursor: 'c2' }, 'an object with the keys cursor'],
  ])('that cannot be understood is an error that says why: %s', async (_, body, message) => {
    expect(await rejection(firstPage(body))).toHaveProperty('message', expect.stringContaining(message));
  });
});

describe.each([
  ['orders.get', (body: unknown) => answering(body).orders.get('o-1')],
  ['orders.create', (body: unknown) => answering(body).orders.create(order)],
  ['menus.get', (body: unknown) => answering(body).menus.get({ channelType: 'dine-in' })],
])('%s', (_, call) => {
  test.each([
    [null, 'null'],
    [[{ id: 'o-1' }], 'a list'],
    ['Ada Lovelace', 'a string'],
    [17, 'a number'],
    [true, 'a boolean'],
  ])('says what it found in place of an entity: %j', async (body, found) => {
    const error = await rejection(call(body));
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({
      status: 200,
      attempts: 1,
      outcome: 'unknown',
      issues: [{ path: '', message: `expected an object; found ${found}` }],
    });
    expect(String(error)).not.toContain('Ada');
  });
});

describe('menus.get', () => {
  const menu = { menuItems: [{ id: 'm-1' }], options: [], currency: 'EUR' };

  test.each([
    ['as it came', menu, menu],
    ['out of a data wrapper', { data: menu }, menu],
    ['out of a data wrapper with company', { code: 200, data: menu }, menu],
    ['with a field data of its own', { id: 'menu-1', data: { a: 1 } }, { id: 'menu-1', data: { a: 1 } }],
    ['with a list named data', { data: [1] }, { data: [1] }],
  ])('gives the menu %s', async (_, body, expected) => {
    expect(await answering(body).menus.get({ channelType: 'dine-in' })).toEqual(expected);
  });
});

describe('the cursor', () => {
  test.each([
    ['cursor', undefined],
    ['page_token', 'page_token'],
  ])('is sent as %s, encoded §orders-list.pages', async (name, cursorParam) => {
    const cursor = 'a b/ü?&=#+';
    const service = scriptedService(json({ data: [], next: cursor }), json({ data: [], next: null }));
    const outlet = clientOf(service, { cursorParam });
    await outlet.orders.list({ ...range, status: 'complete' }).toArray();
    const [first, second] = service.arrivals.map(({ url }) => url.searchParams);
    expect(first?.has(name)).toBe(false);
    expect(second?.get(name)).toBe(cursor);
    expect(second?.get('status')).toBe('complete');
  });
});
