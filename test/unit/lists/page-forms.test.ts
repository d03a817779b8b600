import { EndlessListError, type OutletClientOptions, ResponseValidationError } from 'outlet-open-api';
import { describe, expect, test } from 'vitest';
import {
  clientOf,
  json,
  rejection,
  type Step,
  scriptedService,
} from '../../support/services/scripted-service.js';

const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const strict = { missingNext: 'error' } as const;

/** Reads the orders of a day from these responses. */
async function read(steps: readonly Step[], options: OutletClientOptions = {}) {
  const service = scriptedService(...steps);
  const orders = await clientOf(service, { rateLimit: false, ...options })
    .orders.list(range, strict)
    .toArray();
  return { ids: orders.map(({ id }) => id), queries: service.arrivals.map(({ url }) => url.searchParams) };
}

const records = (count: number, status = 'complete') =>
  Array.from({ length: count }, (_, index) => ({ id: `${status}-${index}`, status }));

describe('the URL of the next page', () => {
  const last = json({ data: [{ id: 'b' }], next: null });

  test.each([
    'https://pos.example/api/v1/orders?after=c2&from=2025-12-31T00:00:00Z',
    'http://pos.example/orders/?after=c2&from=2025-12-31T00:00:00Z',
    '/api/v1/orders?after=c2&from=2025-12-31T00:00:00Z',
    '?after=c2&from=2025-12-31T00:00:00Z',
  ])('%s sets parameters of the next request, which keeps the others', async (next) => {
    const { ids, queries } = await read([json({ data: [{ id: 'a' }], next }), last]);
    expect(ids).toEqual(['a', 'b']);
    expect(Object.fromEntries(queries[1] ?? [])).toEqual({
      after: 'c2',
      from: '2025-12-31T00:00:00Z',
      to: '2026-01-02T00:00:00.000Z',
    });
  });

  test('can be that of a link object', async () => {
    const next = { href: '/api/v1/orders?page=2' };
    expect((await read([json({ data: [{ id: 'a' }], next }), last])).ids).toEqual(['a', 'b']);
  });

  test('can repeat a parameter', async () => {
    const next = '/api/v1/orders?status=complete&status=cancelled&cursor=c2';
    const { queries } = await read([json({ data: [{ id: 'a' }], next }), last]);
    expect(queries[1]?.getAll('status')).toEqual(['complete', 'cancelled']);
  });

  test('is followed after a resume', async () => {
    const service = scriptedService(json({ data: [{ id: 'a' }], next: '/api/v1/orders?page=2' }), last);
    const { orders } = clientOf(service);
    const { position } = await orders.list(range).firstPage();
    const resumeFrom = JSON.parse(JSON.stringify(position));
    expect(await orders.list({}, { resumeFrom }).toArray()).toEqual([{ id: 'b' }]);
    expect(service.arrivals[1]?.url.searchParams.get('page')).toBe('2');
  });
});

test('a cursor that is a number is followed', async () => {
  const { ids, queries } = await read([
    json({ data: [{ id: 'a' }], next: 2 }),
    json({ data: [{ id: 'b' }], next: 0 }),
  ]);
  expect(ids).toEqual(['a', 'b']);
  expect(queries[1]?.get('cursor')).toBe('2');
});

test('a 204 is an empty page', async () => {
  expect((await read([new Response(null, { status: 204 })])).ids).toEqual([]);
});

describe('another field that says that more pages follow', () => {
  const data = [{ id: 'a' }];
  const link = '<https://pos.example/api/v1/orders?page=2>; rel="next", </api/v1/orders>; rel=first';

  test.each([
    ['beside a next of null', json({ data, next: null, nextCursor: 'c2' }), {}, "'nextCursor'"],
    [
      'beside the field of nextField',
      json({ data, page: null, next: 'c2' }),
      { nextField: 'page' },
      "'next'",
    ],
    [
      'if nextField has a typo',
      json({ data, nextCursor: 'c2' }),
      { nextField: 'nextCursro' },
      "'nextCursor'",
    ],
    ['in a list of links', json({ data, links: [{ rel: 'next', href: '/x' }] }), {}, "'links.next'"],
    ['in the header Link', json({ data }, 200, { link }), {}, "'Link'"],
    ['in the header X-Next-Cursor', json({ data }, 200, { 'x-next-cursor': 'c2' }), {}, "'x-next-cursor'"],
    ['whose name starts with an @', json({ value: data, '@odata.nextLink': 'c2' }), {}, "'@odata.nextLink'"],
  ] satisfies [string, Response, OutletClientOptions, string][])(
    'is an error that names the option: %s',
    async (_, page, options, field) => {
      const error = await rejection(read([page], options));
      expect(error).toBeInstanceOf(ResponseValidationError);
      expect(error).toHaveProperty(
        'message',
        expect.stringContaining(`set the client option nextField: { orders: ${field} }`),
      );
    },
  );

  test.each([
    ['links.next', json({ data, links: [{ rel: 'next', href: '/api/v1/orders?page=2' }] })],
    ['Link', json({ data }, 200, { link })],
    ['x-next-page', json({ data }, 200, { 'x-next-page': '2' })],
  ])('is followed with nextField: %s', async (nextField, page) => {
    const options = { nextField, cursorParam: 'page' };
    const { ids, queries } = await read([page, json([{ id: 'b' }])], options);
    expect(ids).toEqual(['a', 'b']);
    expect(queries[1]?.get('page')).toBe('2');
  });

  test.each([
    ['has_more', json({ data, has_more: true })],
    ['last', json({ content: data, last: false, number: 0 })],
    ['pagination.hasNextPage', json({ data, pagination: { hasNextPage: true } })],
  ])('without a cursor is an error that says what is not supported: %s', async (flag, page) => {
    const error = await rejection(read([page], { nextField: 'next' }));
    const problem = `but the page has ${flag}: the client needs a cursor, and supports no other kind of pages`;
    expect(error).toHaveProperty('message', expect.stringContaining(problem));
  });

  test('does not count if a flag says that the page is the last', async () => {
    const page = json({ data, page_info: { has_next_page: false, end_cursor: 'c1' } });
    expect((await read([page], { nextField: 'page_info.end_cursor' })).ids).toEqual(['a']);
  });

  test('does not count if it is the cursor of this page', async () => {
    const pages = [json({ data, next: 'c2' }), json({ data: [{ id: 'b' }], next: null, cursor: 'c2' })];
    expect((await read(pages)).ids).toEqual(['a', 'b']);
  });
});

describe('a number of records above those of the first page', () => {
  const data = [{ id: 'a' }];
  const page = json({ data, total: 130, offset: 0 });

  test.each([
    ['total', page],
    ['meta.total_count', json({ data, meta: { total_count: 130 } })],
    ['X-Total-Count', json(data, 200, { 'x-total-count': '130' })],
    ['Content-Range', json(data, 200, { 'content-range': 'items 0-0/130' })],
  ])(
    'is an error, even if nextField names a field that the page does not have: %s',
    async (field, response) => {
      for (const options of [{}, { nextField: 'next' }, { nextField: 'nextCursro' }]) {
        const error = await rejection(read([response], options));
        const problem = `but the page has ${field}: the client needs a cursor, and supports no other kind of pages`;
        expect(error).toHaveProperty('message', expect.stringContaining(problem));
      }
    },
  );

  test('is an error after the client has followed a cursor of this list', async () => {
    const pages = [json({ data, next: 'c2' }), json({ data: [{ id: 'b' }] }), page];
    const { orders } = clientOf(scriptedService(...pages), { rateLimit: false });
    await orders.list(range, strict).toArray();
    expect(await rejection(orders.list(range, strict).toArray())).toBeInstanceOf(ResponseValidationError);
  });

  test.each([
    ['a cursor of null', json({ data, next: null, total: 130 })],
    ['a flag of the last page', json({ data, last: true, total: 130 })],
    ['an unknown total', json(data, 200, { 'content-range': 'items 0-0/*', 'x-total-count': '' })],
  ])('does not count beside %s', async (_, response) => {
    expect((await read([response])).ids).toEqual(['a']);
  });

  test('names a text that may be the cursor', async () => {
    const error = await rejection(read([json({ data, total: 130, pointer: 'p' })]));
    const option = "if a cursor is in pointer, set the client option nextField: { orders: 'pointer' }";
    expect(error).toHaveProperty('message', expect.stringContaining(option));
  });
});

describe('a full page without the field of the cursor', () => {
  const full = json({ data: records(25) });

  test('is an error before the client has followed a cursor of this list', async () => {
    const error = await rejection(read([full]));
    const problem =
      "`next` is missing from a page of 25 records: set the client option nextField: { orders: 'next' } if this was the last page";
    expect(error).toHaveProperty('message', expect.stringContaining(problem));
  });

  test('is the last page if nextField is set', async () => {
    expect((await read([full], { nextField: 'next' })).ids).toHaveLength(25);
  });

  test('is the last page after the client has followed a cursor of this list', async () => {
    const service = scriptedService(
      json({ data: [{ id: 'a' }], next: 'c2' }),
      json({ data: [{ id: 'b' }] }),
      full,
    );
    const { orders } = clientOf(service);
    await orders.list(range, strict).toArray();
    expect(await orders.list(range, strict).toArray()).toHaveLength(25);
  });

  test('counts 25 orders of one status', async () => {
    const data = [...records(24), ...records(24, 'cancelled')];
    expect((await read([json({ data })])).ids).toHaveLength(48);
  });

  test('counts 25 orders of both statuses', async () => {
    const data = [...records(13), ...records(12, 'cancelled')];
    expect(await rejection(read([json({ data })]))).toBeInstanceOf(ResponseValidationError);
  });

  test('is an error for 25 goods receipts, and for any action logs, whose page size is undocumented', async () => {
    const { goodsReceipts } = clientOf(scriptedService(json({ data: records(25) })));
    const { actionLogs } = clientOf(scriptedService(json({ data: records(1) })));
    for (const list of [goodsReceipts.list(range, strict), actionLogs.list(range, strict)])
      expect(await rejection(list.toArray())).toBeInstanceOf(ResponseValidationError);
  });
});

describe('nextField', () => {
  const pages = [json({ data: [{ id: 'a' }], next: 'c2' }), json({ data: [{ id: 'b' }], next: null })];

  test('of one name is that of the orders: receipts and logs read next', async () => {
    const { goodsReceipts } = clientOf(scriptedService(...pages), { nextField: 'nextCursor' });
    const { actionLogs } = clientOf(scriptedService(...pages), { nextField: 'nextCursor' });
    for (const list of [goodsReceipts.list(range, strict), actionLogs.list(range, strict)])
      expect(await list.toArray()).toHaveLength(2);
  });

  test('of goods receipts is read if next has no cursor', async () => {
    const service = scriptedService(
      json({ data: [{ id: 'a' }], nextCursor: 'c2' }),
      json({ data: [{ id: 'b' }], next: 'c3', nextCursor: 'other' }),
      json({ data: [{ id: 'c' }], nextCursor: null }),
    );
    const { goodsReceipts } = clientOf(service, { nextField: { goodsReceipts: 'nextCursor' } });
    expect(await goodsReceipts.list(range, strict).toArray()).toHaveLength(3);
    expect(service.arrivals.map(({ url }) => url.searchParams.get('cursor'))).toEqual([null, 'c2', 'c3']);
  });
});

test('cursorParam can differ for each list', async () => {
  const service = scriptedService(({ url }) =>
    json({ data: [{ id: url.search }], next: url.search.includes('c2') ? null : 'c2' }),
  );
  const outlet = clientOf(service, { cursorParam: { goodsReceipts: 'after' } });
  await outlet.goodsReceipts.list(range).toArray();
  await outlet.orders.list(range).toArray();
  const [, receipts, , orders] = service.arrivals.map(({ url }) => url.searchParams);
  expect([receipts?.get('after'), orders?.get('cursor')]).toEqual(['c2', 'c2']);
});

describe('itemsField', () => {
  const nested = [
    json({ data: { items: [{ id: 'a' }], next: 'c2' } }),
    json({ data: { items: [{ id: 'b' }], next: null } }),
  ];

  test.each([
    ['a list in data', json({ data: { items: [{ id: 'a' }], next: 'c2' } }), 'data.items'],
    ['a list in _embedded', json({ _embedded: { orders: [{ id: 'a' }] } }), '_embedded.orders'],
    ['several lists', json({ orders: [{ id: 'a' }], warnings: [] }), 'orders'],
  ])('is named by the error for %s', async (_, page, path) => {
    const error = await rejection(read([page]));
    const advice = `set the client option itemsField, such as itemsField: { orders: '${path}' }`;
    expect(error).toHaveProperty('message', expect.stringContaining(advice));
  });

  test('reads a nested list, and the next cursor beside it', async () => {
    const { ids, queries } = await read(nested, { itemsField: 'data.items' });
    expect(ids).toEqual(['a', 'b']);
    expect(queries[1]?.get('cursor')).toBe('c2');
  });

  test.each([
    ['null', { data: { items: null, next: null } }],
    ['a missing list', { data: { next: null } }],
    ['data of null', { data: null, next: null }],
  ])('reads %s as an empty page', async (_, page) => {
    expect((await read([json(page)], { itemsField: 'data.items' })).ids).toEqual([]);
  });

  test('is an error if the list is elsewhere', async () => {
    const error = await rejection(
      read([json({ data: [{ id: 'a' }], next: null })], { itemsField: 'data.items' }),
    );
    expect(error).toHaveProperty(
      'message',
      expect.stringContaining('must be an object with the list data.items'),
    );
  });
});

test('maxRangeDays shortens the slices', async () => {
  const service = scriptedService(json({ data: [], next: null }));
  const { orders } = clientOf(service, { maxRangeDays: 30, rateLimit: false });
  await orders.list({ from: '2026-01-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }).toArray();
  expect(service.arrivals.map(({ url }) => url.searchParams.get('to'))).toEqual([
    '2026-01-31T00:00:00.000Z',
    '2026-03-02T00:00:00.000Z',
  ]);
});

describe.each([
  [
    'channels.list',
    (options: OutletClientOptions, ...steps: Step[]) =>
      clientOf(scriptedService(...steps), options).channels.list(),
  ],
  [
    'actionLogs.forOrder',
    (options: OutletClientOptions, ...steps: Step[]) =>
      clientOf(scriptedService(...steps), options).actionLogs.forOrder('o-1'),
  ],
])('%s', (name, list) => {
  const first = json({ data: [{ id: 'a' }], next: 'c2' });

  test('follows a next cursor', async () => {
    expect(await list({}, first, json({ data: [{ id: 'b' }], next: null }))).toEqual([
      { id: 'a' },
      { id: 'b' },
    ]);
  });

  test('rejects if another field may be the cursor', async () => {
    const error = await rejection(list({}, json({ data: [{ id: 'a' }], nextCursor: 'c2', total: 2 })));
    expect(error).toBeInstanceOf(ResponseValidationError);
    const option = `nextField: { ${name.split('.')[0]}: 'nextCursor' }`;
    expect(error).toHaveProperty('message', expect.stringContaining(option));
  });

  test('rejects if the API ignores the cursor', async () => {
    let page = 0;
    const changing: Step = () => {
      page += 1;
      return json({ data: [{ id: 'a' }], next: `c${page}` });
    };
    for (const step of [first, changing]) {
      const error = await rejection(list({ cursorParam: 'after' }, step));
      expect(error).toBeInstanceOf(EndlessListError);
      expect(error).toHaveProperty('message', expect.stringContaining('ignore the query parameter "after"'));
    }
    expect(page).toBe(3);
  });

  test('names cursorParam if the API rejects the cursor', async () => {
    const error = await rejection(list({}, first, json({ code: 400, message: 'Invalid query' }, 400)));
    expect(error).toHaveProperty('message', expect.stringContaining('set the client option cursorParam'));
  });

  test.each([
    { total: 1, page: 1 },
    { discount: 500, size: 50, subtotal: 70, grandTotal: 70.5, accountCount: 9 },
    { meta: { total: 12.5 } },
  ])('resolves beside the number of its records and other numbers: %j', async (beside) => {
    expect(await list({}, json({ data: [{ id: 'a' }], ...beside }))).toEqual([{ id: 'a' }]);
  });

  test.each([
    ['total', { total: 30, page: 1 }],
    ['meta.total_count', { meta: { total_count: 30 } }],
    ['recordsTotal', { recordsTotal: 30 }],
    ['totalElements', { page: { totalElements: 30 } }],
    ['bookmark', { bookmark: 'b-1' }],
  ])('rejects if a %s says that there are more records', async (field, beside) => {
    const error = await rejection(list({}, json({ data: [{ id: 'a' }], ...beside })));
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toHaveProperty('message', expect.stringContaining(field));
  });
});

describe('an API that ignores the cursor', () => {
  /** Returns the first page again and again, with a new cursor each time. */
  const changing = (data: readonly object[]): Step => {
    let page = 0;
    return () => {
      page += 1;
      return page > 50 ? json({}, 500) : json({ data, next: `c${page}` });
    };
  };

  test.each([
    ['records with IDs', records(3)],
    ['records without IDs', [{ action: 'opened' }, { action: 'closed' }]],
  ])('ends a list after three requests: %s', async (_, data) => {
    const service = scriptedService(changing(data));
    const { orders } = clientOf(service, { rateLimit: false });
    const error = await rejection(orders.list(range).toArray());
    expect(error).toBeInstanceOf(EndlessListError);
    expect(error).toHaveProperty('message', expect.stringContaining('Set the client option cursorParam'));
    // Another page may have been prefetched.
    expect(service.arrivals.length).toBeLessThanOrEqual(4);
  });

  test('ends a list of 1,000 empty pages with ever new cursors', async () => {
    const service = scriptedService(({ url }) => {
      const page = Number(url.searchParams.get('cursor') ?? 0);
      return page > 2_000 ? json({}, 500) : json({ data: [], next: page + 1 });
    });
    const error = await rejection(clientOf(service, { rateLimit: false }).orders.list(range).toArray());
    expect(error).toBeInstanceOf(EndlessListError);
    expect(error).toHaveProperty('message', expect.stringContaining('client option cursorParam'));
  });

  test('is named if the same cursor comes again', async () => {
    const error = await rejection(read([json({ data: records(3), next: 'c2' })]));
    expect(error).toBeInstanceOf(EndlessListError);
    expect(error).toHaveProperty('message', expect.stringContaining('npx outlet-open-api learn'));
  });

  test('is not blamed for one cursor of all pages', async () => {
    const pages = [json({ data: records(1), next: 'c' }), json({ data: records(1, 'cancelled'), next: 'c' })];
    const error = await rejection(read(pages));
    expect(error).toHaveProperty('message', expect.stringContaining('needs a new cursor on each page'));
  });

  test.each(['a', 7])('ends a list whose first page changes with each request (id %o)', async (id) => {
    let page = 0;
    const service = scriptedService(() => {
      page += 1;
      return page > 50 ? json({}, 500) : json({ data: [{ id, updatedAt: `${page}` }], next: `c${page}` });
    });
    const { orders } = clientOf(service, { rateLimit: false });
    expect(await rejection(orders.list(range).toArray())).toBeInstanceOf(EndlessListError);
    expect(service.arrivals.length).toBeLessThanOrEqual(13);
  });

  test('is not suspected if orders move to the end because they change while the list is read', async () => {
    const moved = Array.from({ length: 5 }, (_, index) =>
      json({ data: [{ id: 'complete-0', status: `changed ${index}` }], next: `c${index + 2}` }),
    );
    const pages = [json({ data: records(3), next: 'c1' }), ...moved, json({ data: [], next: null })];
    expect((await read(pages)).ids).toHaveLength(3);
  });

  test('is not suspected if one page repeats', async () => {
    const pages = [
      json({ data: records(2), next: 'c1' }),
      json({ data: records(2), next: 'c2' }),
      json({ data: records(3), next: null }),
    ];
    expect((await read(pages)).ids).toHaveLength(3);
  });
});
