import {
  type GoodsReceiptListParams,
  type ListOptions,
  type ListPosition,
  type OutletClient,
  type Paginator,
  RequestValidationError,
} from 'outlet-open-api';
import { describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  hang,
  json,
  rejection,
  scriptedService,
} from '../../../support/services/scripted-service.js';

const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

/** The list of every resource. */
interface Lister {
  list(query: { from: string | Date; to?: string | Date }, options?: ListOptions): Paginator<unknown>;
  list(query: object, options: ListOptions & { resumeFrom: ListPosition }): Paginator<unknown>;
}

const oneClient = () => {
  const service = scriptedService(json([]));
  return { service, outlet: clientOf(service, { rateLimit: false }) };
};

describe.each(['orders', 'actionLogs', 'goodsReceipts'] as const)('%s.list', (resource) => {
  const listerOf = (outlet: OutletClient): Lister => outlet[resource];

  test.each<[string, object, string, string]>([
    ['no from §goods-receipts.from §action-logs.required', { to: range.to }, 'from', 'is required'],
    [
      'a from in the future',
      { from: '2999-01-01T00:00:00Z' },
      'from',
      'which is now or the end of the resumed list',
    ],
    [
      'a date without a time §resources.bounds §action-logs.form §goods-receipts.form',
      { ...range, from: '2026-01-01' },
      'from',
      'RFC 3339',
    ],
    ['a local time', { ...range, from: '2026-01-01T00:00:00' }, 'from', 'RFC 3339'],
    ['a day that does not exist', { ...range, from: '2026-02-30T00:00:00Z' }, 'from', 'RFC 3339'],
    ['an hour that does not exist', { ...range, from: '2026-02-01T25:00:00Z' }, 'from', 'RFC 3339'],
    [
      'an invalid Date as to',
      { ...range, to: new Date('soon') },
      'to',
      'must be a valid Date or an RFC 3339',
    ],
    ['an invalid Date as from', { from: new Date('soon') }, 'from', 'must be a valid Date or an RFC 3339'],
    ['NaN', { ...range, to: Number.NaN }, 'to', 'RFC 3339'],
    ['an empty list of statuses', { ...range, status: [] }, 'status', ''],
    ['a number', { ...range, to: 1_767_225_600_000 }, 'to', 'RFC 3339'],
    ['from after to', { from: range.to, to: range.from }, 'from', 'must not be after'],
  ])('throws at once for %s', (_, query, path, message) => {
    const { service, outlet } = oneClient();
    let thrown: unknown;
    try {
      Reflect.apply(outlet[resource].list, outlet[resource], [query]);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(RequestValidationError);
    expect(thrown).toMatchObject({ issues: [{ path, message: expect.stringContaining(message) }] });
    expect(service.arrivals).toEqual([]);
  });

  test('continues until next is null, even after short pages §action-logs.end §goods-receipts.end §orders-list.pages §action-logs.pages', async () => {
    const service = scriptedService(
      json({ data: [{ id: 'a' }], next: 'first' }),
      json({ data: [], next: 'second' }),
      json({ data: [], next: 'third' }),
      json({ data: [{ id: 'b' }], next: null }),
    );
    const entries = await listerOf(clientOf(service, { rateLimit: false }))
      .list(range)
      .toArray();
    expect(entries).toEqual([{ id: 'a' }, { id: 'b' }]);
    const cursors = service.arrivals.map(({ url }) => url.searchParams.get('cursor'));
    expect(cursors).toEqual([null, 'first', 'second', 'third']);
  });

  test('throws at once for invalid options', () => {
    expect(() => listerOf(oneClient().outlet).list(range, { timeout: 0 })).toThrow(/timeout/);
  });

  test('throws at once for a misspelled missingNext, which would hide an incomplete list', () => {
    const { outlet } = oneClient();
    const options = { missingNext: 'eror' };
    const list = () => Reflect.apply(outlet[resource].list, outlet[resource], [range, options]);
    expect(list).toThrow(/was not sent: `missingNext` must be one of warn, error/);
  });

  test.each([0, -1, 1.5, Number.NaN, '4', null, 'all'])(
    'throws at once for a concurrency of %o',
    (concurrency) => {
      const { service, outlet } = oneClient();
      const list = () => Reflect.apply(outlet[resource].list, outlet[resource], [range, { concurrency }]);
      expect(list).toThrow(RequestValidationError);
      expect(list).toThrow(/was not sent: `concurrency` must be .auto. or a whole number from 1 up/);
      expect(service.arrivals).toEqual([]);
    },
  );

  test('aborts its requests in flight when the loop is left', async () => {
    const service = scriptedService(json({ data: [{}], next: 'a' }), json({ data: [{}], next: 'b' }), hang);
    const outlet = clientOf(service, { rateLimit: false });
    let pages = 0;
    for await (const _page of listerOf(outlet).list(range).pages()) {
      pages += 1;
      if (pages < 2) continue;
      await expect.poll(() => service.arrivals.length).toBe(3);
      break;
    }
    expect(service.arrivals[2]?.signal.aborted).toBe(true);
  });

  test('aborts its requests in flight when its signal aborts', async () => {
    const service = scriptedService(json({ data: [{}], next: 'a' }), hang);
    const controller = new AbortController();
    const list = listerOf(clientOf(service, { rateLimit: false })).list(range, { signal: controller.signal });
    const iteration = rejection(list.toArray());
    await expect.poll(() => service.arrivals.length).toBe(2);
    controller.abort('enough');
    expect(await iteration).toBe('enough');
    expect(service.arrivals[1]?.signal.aborted).toBe(true);
  });

  test('leaves no listener on its signal', async () => {
    const listeners = new Set<unknown>();
    const { signal } = new AbortController();
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners.add(args[1]);
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners.delete(args[1]);
      removeEventListener.apply(signal, args);
    };
    const service = scriptedService(
      json({ data: [{}], next: 'a' }),
      json({ data: [{}], next: 'b' }),
      json([]),
    );
    await listerOf(clientOf(service, { rateLimit: false }))
      .list(range, { signal })
      .toArray();
    expect(service.arrivals).toHaveLength(3);
    expect(listeners.size).toBe(0);
  });

  test.each([
    ['a Date', new Date(range.from), new Date(range.to)],
    ['text in another offset', '2026-01-01t02:00:00+02:00', '2026-01-02T00:00:00.000Z'],
    ['one instant', range.from, range.from],
  ])('sends %s in UTC §resources.bounds §orders-list.from §orders-list.to', async (_, from, to) => {
    const { service, outlet } = oneClient();
    await listerOf(outlet).list({ from, to }).toArray();
    const query = service.arrivals[0]?.url.searchParams;
    expect(query?.get('from')).toBe('2026-01-01T00:00:00.000Z');
    expect(query?.get('to')).toBe(new Date(to).toISOString());
  });

  test('covers the range up to now without to, however late it is iterated', async () => {
    vi.useFakeTimers({ now: new Date('2026-01-20T00:00:00Z') });
    const { service, outlet } = oneClient();
    const list = listerOf(outlet).list({ from: range.from });
    vi.setSystemTime(new Date('2026-01-21T00:00:00Z'));
    expect(list.range).toEqual({ from: '2026-01-01T00:00:00.000Z', to: '2026-01-20T00:00:00.000Z' });
    await list.toArray();
    expect(service.arrivals.at(-1)?.url.searchParams.get('to')).toBe('2026-01-20T00:00:00.000Z');
  });

  describe('resumed from a position', () => {
    /** The list of `{ from }`, its position after the first of two pages as JSON, and the list a day later. */
    async function stopped(options?: ListOptions) {
      vi.useFakeTimers({ now: new Date(range.to) });
      const service = scriptedService(json({ data: [{}], next: 'more' }), json({ data: [{}], next: null }));
      const lister = listerOf(clientOf(service, { rateLimit: false }));
      const { position } = await lister.list({ from: range.from }, options).firstPage();
      vi.setSystemTime(new Date('2026-01-03T00:00:00Z'));
      return { service, lister, resumeFrom: JSON.parse(JSON.stringify(position)) };
    }

    test.each([
      ['from alone', { from: range.from }],
      ['neither from nor to', {}],
      ['an equal range in other words', { from: new Date(range.from), to: '2026-01-02T02:00:00+02:00' }],
    ])('keeps its range, with %s', async (_, query) => {
      const { service, lister, resumeFrom } = await stopped();
      const list = lister.list(query, { resumeFrom });
      expect(list.range).toEqual({ from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' });
      expect(await list.toArray()).toHaveLength(1);
      const { searchParams } = service.arrivals[1]?.url ?? new URL('about:blank');
      expect(Object.fromEntries(searchParams)).toEqual({ ...list.range, cursor: 'more' });
    });

    test('rejects another outlet', async () => {
      const { lister, resumeFrom } = await stopped({ outletRef: 'bistro' });
      expect(() => lister.list({}, { resumeFrom, outletRef: 'bistro' })).not.toThrow();
      expect(() => lister.list({}, { resumeFrom, outletRef: 'cafe' })).toThrow('of outlet "bistro"');
      expect(() => lister.list({}, { resumeFrom })).toThrow('pass the option `outletRef`');
    });
  });

  test('sends no outlet, and rejects an empty one', async () => {
    const { service, outlet } = oneClient();
    await listerOf(outlet).list(range, { outletRef: 'bistro' }).toArray();
    expect(service.arrivals[0]?.url.search).not.toContain('bistro');
    expect(() => listerOf(outlet).list(range, { outletRef: '' })).toThrow(
      '`outletRef` must be a non-empty string',
    );
  });

  test('sends nothing before iteration', () => {
    const { service, outlet } = oneClient();
    listerOf(outlet).list(range);
    expect(service.arrivals).toEqual([]);
  });

  test('sends undocumented parameters with every page, and splits the range into windows §limits.range §orders-list.range §action-logs.range §goods-receipts.range', async () => {
    const { service, outlet } = oneClient();
    const query = { from: '2026-01-01T00:00:00Z', to: '2026-02-15T00:00:00Z', limit: 10 };
    await listerOf(outlet).list(range, { query }).toArray();
    const sent = service.arrivals.map(({ url }) => url.searchParams);
    expect(sent.map((params) => params.get('limit'))).toEqual(['10', '10']);
    for (const params of sent) {
      const days = (Date.parse(params.get('to') ?? '') - Date.parse(params.get('from') ?? '')) / 86_400_000;
      expect(days).toBeLessThanOrEqual(31);
    }
  });

  test('rejects with the reason of its signal', async () => {
    const { outlet } = oneClient();
    const list = listerOf(outlet).list(range, { signal: AbortSignal.abort('enough') });
    expect(await rejection(list.toArray())).toBe('enough');
  });
});

test('a status list of goods receipts is sorted and joined with commas §goods-receipts.status', async () => {
  const { service, outlet } = oneClient();
  await outlet.goodsReceipts
    .list({ ...range, status: ['completed', 'cancelled'], merchantId: 'm-1', outletId: 'o-1' })
    .toArray();
  const query = service.arrivals[0]?.url.searchParams;
  expect(query?.get('status')).toBe('cancelled,completed');
  expect([query?.get('merchantId'), query?.get('outletId')]).toEqual(['m-1', 'o-1']);
});

test('an undocumented status can have any value, on every page', async () => {
  const service = scriptedService(json({ data: [], next: 'a' }), json([]));
  await clientOf(service, { rateLimit: false })
    .orders.list(range, { query: { status: 'open' } })
    .toArray();
  expect(service.arrivals.map(({ url }) => url.searchParams.get('status'))).toEqual(['open', 'open']);
});

test('copies its input when it is created, for all pages and for the position', async () => {
  const service = scriptedService(json({ data: [], next: 'a' }), json([]));
  const outlet = clientOf(service, { rateLimit: false });
  const input = (): GoodsReceiptListParams & { from: Date; status: ('completed' | 'draft')[] } => ({
    from: new Date(range.from),
    to: range.to,
    status: ['completed'],
  });
  const query = input();
  const headers = { 'x-trace': 'first' };
  const list = outlet.goodsReceipts.list(query, { headers });

  const positions: ListPosition[] = [];
  for await (const page of list.pages()) {
    positions.push(page.position);
    query.status.push('draft');
    query.from.setUTCFullYear(1999);
    headers['x-trace'] = 'second';
  }

  for (const { url, headers } of service.arrivals) {
    expect(url.searchParams.get('from')).toBe('2026-01-01T00:00:00.000Z');
    expect(url.searchParams.get('status')).toBe('completed');
    expect(headers.get('x-trace')).toBe('first');
  }
  for (const resumeFrom of positions) {
    expect(() => outlet.goodsReceipts.list(input(), { resumeFrom })).not.toThrow();
  }
  expect(positions).toHaveLength(2);
});

test('starts with a slice of a day, unless the client knows that responses are fast', async () => {
  const query = { from: '2026-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z' };
  const firstDays = async (outlet: OutletClient) => {
    for await (const { slice } of outlet.orders.list(query).pages()) {
      return (Date.parse(slice.to) - Date.parse(slice.from)) / 86_400_000;
    }
    return undefined;
  };
  const outlet = clientOf(scriptedService(json([])));
  expect(await firstDays(outlet)).toBe(1);
  await Promise.all([outlet.channels.list(), outlet.channels.list()]);
  expect(await firstDays(outlet)).toBe(31);
  expect(await firstDays(clientOf(scriptedService(json([])), { rateLimit: false }))).toBe(31);
});
