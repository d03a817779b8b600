import { ResponseValidationError } from 'outlet-open-api';
import { describe, expect, test } from 'vitest';
import {
  clientOf,
  json,
  order,
  rejection,
  scriptedService,
} from '../../support/services/scripted-service.js';

const entries = [{ id: 'a' }, { id: 'b' }];
const clientThatGets = (body: unknown) => clientOf(scriptedService(json(body)));
const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

describe.each([
  ['channels.list', (body: unknown) => clientThatGets(body).channels.list()],
  ['actionLogs.forOrder', (body: unknown) => clientThatGets(body).actionLogs.forOrder('o-1')],
])('%s', (_, call) => {
  test.each([
    ['a bare array', entries],
    ['`data`', { data: entries }],
    ['`data` beside other lists', { data: entries, warnings: [], links: [] }],
    ['the only list, under any name', { results: entries, count: 2 }],
    ['the only list beside links', { results: entries, links: [{ rel: 'self', href: '/' }] }],
  ])('accepts %s', async (_, body) => {
    expect(await call(body)).toEqual(entries);
  });

  test.each([
    ['null', null],
    ['`data` of null', { data: null, error: null }],
    ['null under any name', { results: null, count: 0 }],
  ])('accepts %s as an empty list', async (_, body) => {
    expect(await call(body)).toEqual([]);
  });

  test.each([
    ['an object without a list', { total: 2, page: 1 }, 'an object with the keys total, page'],
    ['two lists', { one: [], other: [] }, 'an object with the keys one, other'],
    ['a list in a list', { data: { items: [] } }, 'an object with the keys data'],
    ['records by ID', { data: { 'o-1': { id: 'o-1' } }, next: null }, 'an object with the keys data, next'],
    ['a string', 'channels', 'a string'],
  ])('names what it received instead of a list: %s', async (_, body, found) => {
    const error = await rejection(call(body));
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({
      status: 200,
      attempts: 1,
      outcome: 'performed',
      issues: [
        {
          path: '',
          message: expect.stringContaining(
            `must be a list, \`data\`, or an object with one list, not ${found}`,
          ),
        },
      ],
      message: expect.stringContaining(`not ${found}`),
      bodyPreview: expect.stringContaining('application/json'),
    });
  });
});

describe.each([
  ['channels.list', (body: unknown) => clientThatGets(body).channels.list()],
  ['orders.list', (body: unknown) => clientThatGets(body).orders.list(range).toArray()],
])('%s does not take an error for a list', (_, call) => {
  test.each([
    [{ code: 500, message: 'Failed', data: null }],
    [{ success: false, message: 'Busy', data: null }],
    [{ code: 500, message: 'Failed', data: [] }],
    [{ code: 500, message: 'Failed', errors: [{ field: 'from', message: 'is invalid' }] }],
    [{ title: 'Service Unavailable', status: 503, data: [] }],
    [{ data: [], error: 'Bad gateway', next: null }],
  ])('%j', async (body) => {
    const error = await rejection(call(body));
    const keys = Object.keys(body).join(', ');
    const message = `describes an error instead of a list: an object with the keys ${keys}`;
    expect(error).toMatchObject({ outcome: 'unknown', isTransient: false, issues: [{ path: '', message }] });
  });

  test('whose only list is `errors`', async () => {
    expect(await rejection(call({ message: 'Failed', errors: [] }))).toBeInstanceOf(ResponseValidationError);
  });

  test('unless it also has records', async () => {
    expect(await call({ data: entries, errors: ['The printer is offline'], next: null })).toEqual(entries);
  });
});

describe.each([
  ['orders.list', (body: unknown) => clientThatGets(body).orders.list(range).firstPage()],
  ['actionLogs.list', (body: unknown) => clientThatGets(body).actionLogs.list(range).firstPage()],
  ['goodsReceipts.list', (body: unknown) => clientThatGets(body).goodsReceipts.list(range).firstPage()],
])('a page of %s', (_, firstPage) => {
  test.each([
    ['a bare array', entries, null],
    ['`data` and `next`', { data: entries, next: 'c/2?&=' }, 'c/2?&='],
    ['the only list and `next`', { receipts: entries, next: 'c2' }, 'c2'],
    ['no `next`', { data: entries }, null],
    ['`next` of null §goods-receipts.last', { data: entries, next: null }, null],
    ['an empty `next`', { data: entries, next: '' }, null],
    ['no entries, and `next`', { data: [], next: 'c2' }, 'c2'],
    ['no list, and `next`', { next: 'c2' }, 'c2'],
    ['no list, and `next` of null', { next: null, total: 0 }, null],
    ['`data` of null', { data: null, next: null }, null],
    ['null under another name', { receipts: null, next: null }, null],
    ['a number as `next`', { data: entries, next: 2 }, '2'],
    ['`next` of false', { data: entries, next: false }, null],
    ['`next` of 0', { data: entries, next: 0 }, null],
  ])('can have %s', async (_, body, next) => {
    const [items] = [body, ...Object.values(body)].filter(Array.isArray);
    expect(await firstPage(body)).toMatchObject({
      items: items ?? [],
      position: { next: next && { cursor: next } },
    });
  });

  test.each([
    ['`true` as `next`', { data: entries, next: true }, '`next` must be a string, a number or null'],
    ['a list as `next`', { data: entries, next: ['c2'] }, 'not a list'],
    [
      'an object as `next`',
      { data: entries, next: { after: 'c2' } },
      'not an object with the keys after: set the client option nextField: { ',
    ],
    [
      'the URL of another host',
      { data: entries, next: 'https://other.example/api/v1/orders?cursor=c2' },
      'is a URL of another host, which the client does not follow',
    ],
    [
      'the URL of another path',
      { data: entries, next: 'https://pos.example/api/v1/pages/2?x=1' },
      'is a URL with another path than /',
    ],
    ['no list', { cursor: 'c2' }, 'an object with the keys cursor'],
  ])('is rejected with a reason: %s', async (_, body, message) => {
    expect(await rejection(firstPage(body))).toHaveProperty('message', expect.stringContaining(message));
  });
});

describe.each([
  ['orders.get', (body: unknown) => clientThatGets(body).orders.get('o-1')],
  ['orders.create', (body: unknown) => clientThatGets(body).orders.create(order)],
  ['menus.get', (body: unknown) => clientThatGets(body).menus.get({ channelType: 'dine-in' })],
])('%s', (_, call) => {
  test.each([
    [null, 'null'],
    [[{ id: 'o-1' }], 'a list'],
    ['Ada Lovelace', 'a string'],
  ])('rejects %j instead of an entity, whose outcome is unknown, and names its type', async (body, found) => {
    const error = await rejection(call(body));
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({
      status: 200,
      attempts: 1,
      outcome: 'unknown',
      issues: [{ path: '', message: `must be an object, not ${found}` }],
    });
    expect(String(error)).not.toContain('Ada');
  });
});

describe('menus.get', () => {
  const menu = { menuItems: [{ id: 'm-1' }], options: [], currency: 'EUR' };

  test.each([
    ['as received', menu, menu],
    ['without its `data` wrapper', { data: menu }, menu],
    ['without a `data` wrapper that has other fields', { code: 200, data: menu }, menu],
    [
      'with its own field `data` if it has an id',
      { id: 'menu-1', data: { a: 1 } },
      { id: 'menu-1', data: { a: 1 } },
    ],
  ])('returns the menu %s', async (_, body, expected) => {
    expect(await clientThatGets(body).menus.get({ channelType: 'dine-in' })).toEqual(expected);
  });
});

describe('the cursor of a list', () => {
  const cursor = 'a b/ü?&=#+';

  test.each([
    ['cursor', undefined],
    ['page_token', 'page_token'],
  ])('is sent as the query parameter %s, encoded §orders-list.pages', async (name, cursorParam) => {
    const service = scriptedService(json({ data: [], next: cursor }), json({ data: [], next: null }));
    await clientOf(service, { cursorParam })
      .orders.list({ ...range, status: 'complete' })
      .toArray();
    const [first, second] = service.arrivals.map(({ url }) => url.searchParams);
    expect(first?.has(name)).toBe(false);
    expect(second?.get(name)).toBe(cursor);
    expect(second?.get('status')).toBe('complete');
  });

  test('is read from the property that the client option nextField names', async () => {
    const pages = [
      { data: entries, nextCursor: 'c2', next: 'other' },
      { data: [], nextCursor: null },
    ];
    const service = scriptedService(...pages.map((page) => json(page)));
    const { orders } = clientOf(service, { nextField: 'nextCursor' });
    expect(await orders.list(range).toArray()).toEqual(entries);
    expect(service.arrivals.map(({ url }) => url.searchParams.get('cursor'))).toEqual([null, 'c2']);
  });

  test('is reported under the name of nextField if it is invalid', async () => {
    const outlet = clientOf(scriptedService(json({ data: [], nextCursor: [] })), { nextField: 'nextCursor' });
    const issues = [{ path: 'nextCursor', message: 'must be a string, a number or null, not a list' }];
    expect(await rejection(outlet.orders.list(range).firstPage())).toHaveProperty('issues', issues);
  });
});
