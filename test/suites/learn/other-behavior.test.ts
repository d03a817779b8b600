import { createFakeOutlet } from 'outlet-open-api/testing';
import { describe, expect, test } from 'vitest';
import { type Entry, type Found, learnBehind, learnFrom, recordsIn } from './learn-from.js';

/** Changes each record of a list. */
const eachRecord = (change: (record: Entry, index: number) => void) => ({
  response: ({ body }: { readonly body: Entry }) => recordsIn(body).forEach(change),
});

describe('lists', () => {
  test('another name of the cursor parameter and of its field are found', async () => {
    const learned = await learnBehind({
      request(url) {
        const cursor = url.searchParams.get('pageToken');
        url.searchParams.delete('cursor');
        if (cursor !== null) url.searchParams.set('cursor', cursor);
        url.searchParams.delete('pageToken');
      },
      response: ({ body: { next, ...body } }) =>
        next === undefined ? body : { ...body, nextPageToken: next },
    });
    expect(learned.common.cursorParam).toBe('pageToken');
    expect(learned.common.nextField).toBe('nextPageToken');
    expect(learned.values.orderSorting).toBe('oldest-first');
  });

  test.each<[string, (next: unknown, body: Entry) => Entry]>([
    ['pagination.next', (next, body) => ({ ...body, pagination: { next } })],
    ['meta.page.after', (next, body) => ({ ...body, meta: { count: 25, page: { after: next } } })],
    ['endCursor', (next, body) => ({ requestId: 'r-1', ...body, endCursor: next })],
  ])('a cursor in %s is found', async (nextField, wrap) => {
    const learned = await learnBehind({
      response: ({ body: { next, ...body } }) => ('data' in body ? wrap(next, body) : body),
    });
    expect(learned.common.nextField).toBe(nextField);
    expect(learned.common).toMatchObject({ cursorParam: 'cursor', orderSorting: 'oldest-first' });
  });

  test.each(['https://pos.example', ''])(
    'a cursor that is a URL contains the name of its parameter: %s/api/v1/orders',
    async (origin) => {
      const learned = await learnBehind({
        response: ({ body: { next, ...body } }) => ({
          ...body,
          next:
            typeof next === 'string' ? `${origin}/api/v1/orders?cursor=${encodeURIComponent(next)}` : next,
        }),
      });
      expect(learned.common).toMatchObject({ cursorForm: 'url', cursorParam: 'cursor' });
    },
  );

  test('a nested list whose cursor is beside it needs a client option, with which the client reads it', async () => {
    const learned = await learnBehind({
      response: ({ body: { data, next, ...body } }, { pathname }) =>
        pathname.endsWith('/orders') && { ...body, page: { records: data, meta: [], after: next } },
    });
    expect(learned.client).toEqual({
      itemsField: { orders: 'page.records' },
      nextField: { orders: 'page.after' },
    });
    expect(learned.unreadable).toEqual([]);
    expect(learned.values).toMatchObject({
      orderSorting: 'oldest-first',
      wrapper: { orders: 'page.records', goodsReceipts: 'data' },
    });
  });

  test('a cursor in a header needs a client option, with which the client reads the list', async () => {
    const learned = await learnBehind({
      response({ body, headers }) {
        if (typeof body.next === 'string') headers.set('x-next-cursor', encodeURIComponent(body.next));
        delete body.next;
      },
      request(url) {
        const cursor = url.searchParams.get('cursor');
        if (cursor !== null) url.searchParams.set('cursor', decodeURIComponent(cursor));
      },
    });
    const header = 'x-next-cursor';
    expect(learned.client).toEqual({
      nextField: { orders: header, actionLogs: header, goodsReceipts: header },
    });
    expect(learned.unreadable).toEqual([]);
    expect(learned.finding('nextField.orders').seen).toMatchObject([
      { text: 'The cursor is in the header x-next-cursor.' },
    ]);
    expect(learned.values.nextField).toBeUndefined();
  });

  test('lists that the client cannot read are named with the keys that they have', async () => {
    const learned = await learnBehind({
      response: ({ body }, { pathname }) =>
        pathname.endsWith('/orders') && { hits: recordsIn(body), facets: recordsIn(body), offset: 25 },
    });
    expect(learned.unreadable).toEqual([
      { endpoint: 'GET /orders', problem: expect.stringContaining('the keys hits, facets, offset') },
    ]);
    expect(learned.finding('orderSorting').reason).toBe('The client cannot read GET /orders.');
    expect(learned.values.cursorParam).toEqual({ actionLogs: 'cursor', goodsReceipts: 'cursor' });
  });

  test('an unknown name of the cursor parameter is not observable', async () => {
    const learned = await learnBehind({ request: (url) => url.searchParams.delete('cursor') });
    expect(learned.unreadable).toHaveLength(3);
    expect(learned.unreadable[0]?.problem).toContain('returned the same page again');
    expect(learned.finding('cursorParam')).toMatchObject({ result: 'not-observable' });
    expect(learned.common.wrapper).toBe('data');
  });

  test('bare arrays are no value of the fake', async () => {
    const learned = await learnBehind({ response: ({ body }) => body.data });
    expect(learned.finding('wrapper.orders')).toMatchObject({ result: 'contradictory' });
    expect(learned.common.wrapper).toBeUndefined();
    expect(learned.values.bareLists).toBe(true);
  });

  test('a list without pages that has a name of its own is no value of the fake', async () => {
    const learned = await learnBehind({
      response: ({ body: { data } }, { pathname }) => pathname.endsWith('/channels') && { channels: data },
    });
    expect(learned.finding('bareLists')).toMatchObject({ result: 'contradictory' });
    expect(learned.common.wrapper).toBe('data');
  });
});

describe('fields', () => {
  test('fields that are null in some records and absent in others are contradictory', async () => {
    const learned = await learnBehind(
      eachRecord((order, index) => {
        if (index % 2 === 0) order.guestCount ??= null;
      }),
    );
    expect(learned.finding('emptyFields.orders').result).toBe('contradictory');
  });

  test('a rounding difference in a few goods receipts is contradictory', async () => {
    const learned = await learnBehind(
      eachRecord((receipt, index) => {
        if (index === 3 && typeof receipt.totalPrice === 'number') receipt.totalPrice += 0.01;
      }),
    );
    expect(learned.finding('headerDifference').result).toBe('contradictory');
  });

  test('records of another form end no probe', async () => {
    const learned = await learnBehind(
      eachRecord((record) => {
        record.items = [null, 'text'];
        record.payments = 'none';
        record.created = 7;
        record.appliedDiscounts = [null];
      }),
    );
    expect(learned.finding('headerDifference').result).toBe('not-observable');
    expect(learned.finding('bounds').result).toBe('not-observable');
    expect(learned.common.cursorParam).toBe('cursor');
  });
});

describe('access', () => {
  test.each(['/channels', '/menus'])('a 401 at %s does not end the run', async (path) => {
    const learned = await learnBehind({
      response(reply, { pathname }) {
        if (pathname.endsWith(path)) reply.status = 401;
      },
    });
    expect(learned.common).toMatchObject({ cursorParam: 'cursor', nextOnLastPage: 'null' });
  });
});

describe('rules of the API specification', () => {
  const rule = (learned: Found, name: RegExp) =>
    learned.findings.find((finding) => finding.kind === 'rule' && name.test(finding.name));

  test('missing rate limit headers', async () => {
    const learned = await learnBehind({
      response({ headers }, { pathname }) {
        if (/menus|orders/.test(pathname)) headers.delete('x-ratelimit-limit');
      },
    });
    const missing = rule(learned, /rate limit/)?.seen.find((seen) => !('value' in seen));
    expect(missing?.text).toBe('The headers are missing.');
    expect(missing?.places.toSorted()).toEqual([
      'GET /menus',
      'GET /orders',
      'GET /orders/action-logs',
      'GET /orders/{id}',
      'GET /orders/{id}/action-log',
    ]);
  });

  test('types that are not documented', async () => {
    const learned = await learnBehind({
      response: ({ body }) => {
        for (const record of recordsIn(body)) {
          if (record.id !== undefined) record.id = 17;
          if (record.total !== undefined) record.total = String(record.total);
          record.created = String(record.created).replace('Z', '+00:00');
        }
      },
    });
    expect(rule(learned, /documented types/)?.seen.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'id must be a string, but is a number.',
        'total must be a number, but is a string.',
        'created does not have the form YYYY-MM-DDTHH:mm:ss.sssZ.',
      ]),
    );
  });

  test('amounts that can be cents are a doubt, and no broken rule', async () => {
    const learned = await learnBehind({
      response: ({ body }) => {
        for (const { payments } of recordsIn(body))
          for (const payment of Array.isArray(payments) ? payments : [])
            payment.amount = Math.round(payment.amount * 100);
      },
    });
    expect(rule(learned, /units of the currency/)).toMatchObject({
      result: 'not-observable',
      doubt: expect.stringMatching(/^All \d+ amounts are whole numbers/),
    });
  });

  test('a cursor under another name in a list whose name is documented, and a range of 31 days', async () => {
    const learned = await learnBehind({
      response(reply, { pathname, searchParams }) {
        const { next, ...body } = reply.body;
        const [from = 0, to = 0] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
        if (to - from > 30.5 * 24 * 60 * 60 * 1_000) reply.status = 400;
        return pathname.endsWith('/goods-receipts') && next !== undefined && { ...body, after: next };
      },
    });
    expect(rule(learned, /^The cursor/)?.seen).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          text: 'The cursor is in after.',
          places: ['GET /inventory/goods-receipts'],
        }),
      ]),
    );
    expect(rule(learned, /^A range of 31 days/)).toMatchObject({ result: 'contradictory' });
  });

  test('an error without a code', async () => {
    const learned = await learnBehind({ response: ({ body: { code, ...body } }) => body });
    expect(rule(learned, /status as code/)).toMatchObject({ result: 'contradictory' });
  });

  test('goods receipts that get a 400 anyway show nothing about the outletId', async () => {
    const learned = await learnBehind({
      response: (reply, { pathname }) => {
        if (pathname.endsWith('/goods-receipts')) reply.status = 400;
      },
    });
    expect(rule(learned, /^The outletId/)).toMatchObject({ result: 'not-observable' });
  });

  test('goods receipts that are not sorted', async () => {
    const learned = await learnBehind({
      response: ({ body }, { pathname }) => {
        if (pathname.includes('goods-receipts') && Array.isArray(body.data)) body.data.reverse();
      },
    });
    expect(rule(learned, /^Goods receipts are sorted/)).toMatchObject({ result: 'contradictory' });
  });

  test('a repeated POST that creates another order', async () => {
    const fake = createFakeOutlet();
    const learned = await learnFrom(fake, {
      write: true,
      fetch: (url, { headers, ...init }) => {
        const { 'idempotency-key': _, ...others } = headers;
        return fake.fetch(url, { ...init, headers: others });
      },
    });
    expect(rule(learned, /^A repeated POST/)?.seen.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'The response has no header x-idempotent-replay.',
        'Another body with the key gets a 201.',
      ]),
    );
    expect(rule(learned, /^One idempotency key/)?.seen).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ text: 'One key created 2 orders.' })]),
    );
  });
});
