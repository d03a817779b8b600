import { ResponseValidationError } from 'outlet-open-api';
import { backfillOrders, createMemoryCheckpointStore, pollGoodsReceipts } from 'outlet-open-api/sync';
import { describe, expect, test, vi } from 'vitest';
import { clientOf, json, rejection, scriptedService } from '../../support/services/scripted-service.js';

const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const page = json({ data: [{ id: 'a' }], nextCursor: 'c-1', total: 2 });

function outletOf(response: Response, options = {}) {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const service = scriptedService(response, json({ data: [{ id: 'b' }], nextCursor: null, next: null }));
  const outlet = clientOf(service, { rateLimit: false, logger, logLevel: 'warn', ...options });
  return { outlet, logger, service };
}

/** Each cursor is in an object beside the list. */
const nested: readonly [path: string, page: object][] = [
  ['pagination.next', { data: [{ id: 'a' }], pagination: { next: 'c-1', total: 2 } }],
  ['meta.nextCursor', { data: [{ id: 'a' }], meta: { nextCursor: 'c-1' } }],
  [
    'links.next',
    { data: [{ id: 'a' }], links: { self: '/api/v1/orders', next: '/api/v1/orders?page=2', prev: null } },
  ],
  ['page_info.end_cursor', { orders: [{ id: 'a' }], page_info: { has_next_page: true, end_cursor: 'c-1' } }],
  ['paging.after', { data: [{ id: 'a' }], paging: { after: 'c-1' } }],
  ['_links.next.href', { data: [{ id: 'a' }], _links: { self: { href: 'c-0' }, next: { href: 'c-1' } } }],
  ['paging.next.after', { data: [{ id: 'a' }], paging: { next: { after: 'c-1' }, prev: { after: 'c-0' } } }],
  ['meta.pagination.next', { data: [{ id: 'a' }], meta: { pagination: { next: 'c-1', total: 2 } } }],
  ['meta.continuationToken', { data: [{ id: 'a' }], meta: { continuationToken: 'c-1' } }],
];

test.each<[string, object]>([
  ['a total', { data: [{ id: 'a' }], meta: { pagination: { page: 1, total: 130 } } }],
  ['a bookmark', { data: [{ id: 'a' }], paging: { bookmark: 'b-1' } }],
  ['a flag', { data: [{ id: 'a' }], page: { truncated: true } }],
])('a page without a cursor, but with %s inside an object, ends with a warning', async (_, body) => {
  const { outlet, logger } = outletOf(json(body));
  await outlet.orders.list(range).toArray();
  expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('can be incomplete'));
});

test('a number above 2^53 as a cursor rejects, because its last digits are lost', async () => {
  const response = new Response('{"data":[{"id":"a"}],"next":1234567890123458289}');
  const error = await rejection(outletOf(response).outlet.orders.list(range).toArray());
  expect(error).toMatchObject({ issues: [{ path: 'next', message: expect.stringContaining('above 2^53') }] });
});

describe('a page without next, but with a cursor inside an object', () => {
  test.each(nested)('%s ends the list with a warning that names it', async (path, body) => {
    const { outlet, logger, service } = outletOf(json(body));
    expect(await outlet.orders.list(range).toArray()).toEqual([{ id: 'a' }]);
    expect(service.arrivals).toHaveLength(1);
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining(
        `orders.list can be incomplete: \`next\` has no cursor, but the page has ${path}: ` +
          `set the client option nextField: { orders: '${path}' }`,
      ),
    );
  });

  test.each(nested)('%s is followed with the client option nextField', async (path, body) => {
    const { outlet, logger, service } = outletOf(json(body), { nextField: path });
    expect(await outlet.orders.list(range).toArray()).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(service.arrivals[1]?.url.search).toMatch(/cursor=c-1$|page=2$/);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  test('as a number also ends the list with a warning', async () => {
    const { outlet, logger } = outletOf(json({ data: [{ id: 'a' }], meta: { nextPage: 2, total: 30 } }));
    await outlet.orders.list(range).toArray();
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('the page has meta.nextPage:'),
    );
  });

  test('is followed if nextField names a field whose name has a dot', async () => {
    const body = { data: [{ id: 'a' }], '@odata.nextLink': 'c-1' };
    const { outlet } = outletOf(json(body), { nextField: '@odata.nextLink' });
    expect(await outlet.orders.list(range).toArray()).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  test.each(nested)('%s lets no backfill end as complete', async (path, body) => {
    const store = createMemoryCheckpointStore();
    const options = { name: 'bistro', outletRef: 'bistro', ...range, checkpoints: store, onOrders() {} };
    const error = await rejection(backfillOrders(outletOf(json(body)).outlet, options));
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({ issues: [{ path: 'next', message: expect.stringContaining(path) }] });
    expect(await store.load('bistro')).toBeUndefined();
  });

  test('is reported by its path if it is invalid', async () => {
    const { outlet } = outletOf(json({ data: [], pagination: { next: true } }), {
      nextField: 'pagination.next',
    });
    const error = await rejection(outlet.orders.list(range).toArray());
    expect(error).toMatchObject({
      issues: [{ path: 'pagination.next', message: 'must be a string, a number or null, not a boolean' }],
    });
  });
});

describe('a page without next, but with other scalar fields', () => {
  test('ends the list with one warning, which names the fields and the option', async () => {
    const { outlet, logger, service } = outletOf(page);
    expect(await outlet.orders.list(range).toArray()).toEqual([{ id: 'a' }]);
    expect(service.arrivals).toHaveLength(1);
    service.arrivals.length = 0;
    await outlet.orders.list(range).toArray();
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(
        /orders\.list can be incomplete: `next` has no cursor, but the page has nextCursor: .*nextField/,
      ),
    );
  });

  test('is read to its end with the client option nextField', async () => {
    const { outlet, logger, service } = outletOf(page, { nextField: 'nextCursor' });
    expect(await outlet.orders.list(range).toArray()).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(service.arrivals[1]?.url.searchParams.get('cursor')).toBe('c-1');
    expect(logger.warn).not.toHaveBeenCalled();
  });

  test('is the last page behind a cursor, which proves the name of next', async () => {
    const pages = [
      json({ data: [{ id: 'a' }], next: 'c-1', total: 2 }),
      json({ data: [{ id: 'b' }], total: 2 }),
    ];
    const service = scriptedService(...pages);
    const { orders } = clientOf(service, { rateLimit: false });
    expect(await orders.list(range, { missingNext: 'error' }).toArray()).toHaveLength(2);
  });

  test('is the last page if nextField is set', async () => {
    const { outlet } = outletOf(json({ data: [{ id: 'a' }], total: 1 }), { nextField: 'next' });
    expect(await outlet.orders.list(range, { missingNext: 'error' }).toArray()).toHaveLength(1);
  });

  test('rejects with missingNext: error', async () => {
    const { outlet } = outletOf(page);
    const error = await rejection(outlet.orders.list(range, { missingNext: 'error' }).toArray());
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({
      issues: [{ path: 'next', message: expect.stringContaining('nextCursor') }],
      outcome: 'performed',
      attempts: 1,
    });
  });

  test.each([
    ['a bare array', json([{ id: 'a' }])],
    ['a list alone', json({ data: [{ id: 'a' }] })],
    ['next: null', json({ data: [{ id: 'a' }], next: null, total: 1 })],
    ['fields that cannot be cursors', json({ data: [{ id: 'a' }], meta: { total: 1 }, cursor: null })],
    ['links without a next page', json({ data: [{ id: 'a' }], links: { self: 'x', prev: 'x', next: null } })],
    ['the cursor of the page before', json({ data: [{ id: 'a' }], paging: { prevCursor: 'c-0', next: '' } })],
    ['an echo of the query', json({ data: [{ id: 'a' }], query: { from: 'x', to: 'y', createdAfter: 'z' } })],
  ])('does not apply to %s', async (_, response) => {
    const { outlet, logger } = outletOf(response);
    expect(await outlet.orders.list(range, { missingNext: 'error' }).toArray()).toEqual([{ id: 'a' }]);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  test.each([
    [
      'backfillOrders',
      (outlet) =>
        backfillOrders(outlet, {
          name: 'backfill',
          outletRef: 'bistro',
          ...range,
          checkpoints,
          onOrders() {},
        }),
    ],
    [
      'pollGoodsReceipts',
      (outlet) =>
        pollGoodsReceipts(outlet, { name: 'receipts', outletRef: 'bistro', checkpoints, onChanged() {} }),
    ],
  ] satisfies [string, (outlet: ReturnType<typeof clientOf>) => Promise<unknown>][])(
    'fails %s',
    async (_, run) => {
      expect(await rejection(run(outletOf(page).outlet))).toBeInstanceOf(ResponseValidationError);
    },
  );
});

describe('a full page without the field that nextField names', () => {
  const data = Array.from({ length: 25 }, (_, index) => ({ id: `o-${index}` }));
  const response = json({ data, pointer: 'c-1' });

  test('ends a list with a warning, and fails a run, with the text that may be the cursor', async () => {
    const message = "set the client option nextField: { orders: 'pointer' }";
    const misspelled = { nextField: 'pionter' };
    const { outlet, logger } = outletOf(response, misspelled);
    expect(await outlet.orders.list(range).toArray()).toHaveLength(25);
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(message));
    const options = { name: 'bistro', outletRef: 'bistro', ...range, checkpoints, onOrders() {} };
    expect(await rejection(backfillOrders(outletOf(response, misspelled).outlet, options))).toMatchObject({
      issues: [{ path: 'pionter', message: expect.stringContaining(message) }],
    });
  });

  test.each<[string, object, string]>([
    ['the option is the documented name', { data, pointer: 'c-1' }, 'next'],
    ['no text can be a cursor', { data, total: 25 }, 'pointer'],
    ['the page is not full', { data: data.slice(1), object: 'list' }, 'pointer'],
  ])('is the last page if %s', async (_, body, nextField) => {
    const { outlet } = outletOf(json(body), { nextField });
    await outlet.orders.list(range, { missingNext: 'error' }).toArray();
  });
});

const checkpoints = createMemoryCheckpointStore();
