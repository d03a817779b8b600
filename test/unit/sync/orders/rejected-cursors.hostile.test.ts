import { ApiError, type Order } from 'outlet-open-api';
import type { FakeFetch } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { fullPages } from '../../../support/services/hostile-mode.js';
import { never } from '../quick-outlet.js';
import { idsOf, quarter } from './quarter.js';

interface PageRequest {
  readonly cursor: string | null;
  /** The start of its window. */
  readonly from: string | null;
  /** The number of requests with a cursor so far, including this one. */
  readonly nth: number;
}

/** A service that rejects the cursor of some requests. */
function rejecting(isRejected: (request: PageRequest) => boolean, status = 400) {
  const { fake, ended } = quarter(fullPages);
  let requests = 0;
  let cursors = 0;
  const fetch: FakeFetch = async (input, init) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input);
    const [cursor, from] = [searchParams.get('cursor'), searchParams.get('from')];
    requests += 1;
    if (cursor !== null) cursors += 1;
    if (!isRejected({ cursor, from, nth: cursors })) return fake.fetch(input, init);
    return Response.json({ code: status, message: 'Unknown cursor' }, { status });
  };
  const accessToken = fake.key('order-data').token;
  const world = quarter({}, { baseUrl: fake.baseUrl, accessToken, fetch });
  return { ...world, ended, requests: () => requests };
}

test.each([400, 404, 410])(
  'the window of a cursor that is rejected with %i is listed again',
  async (status) => {
    const { backfill, ended } = rejecting(
      ({ cursor, nth }) => cursor !== null && (nth === 2 || nth === 7),
      status,
    );
    const got: Order[] = [];
    await backfill({ onOrders: (orders) => got.push(...orders) });
    expect(idsOf(got)).toEqual(ended);
    // The run knows the orders that it has delivered.
    expect(got).toHaveLength(ended.length);
  },
);

test('only that window is listed again, and each window can be', async () => {
  const rejections = new Map<string | null, number>();
  const { backfill, ended } = rejecting(({ cursor, from }) => {
    const before = rejections.get(from) ?? 0;
    const isRejected = cursor !== null && before < 2;
    if (isRejected) rejections.set(from, before + 1);
    return isRejected;
  });
  const times = new Map<string, number>();
  const onOrders = (orders: Order[]) => {
    for (const { id } of orders) times.set(id, (times.get(id) ?? 0) + 1);
  };
  await backfill({ onOrders });
  expect([...times.keys()].sort()).toEqual(ended);
  expect(rejections.size).toBe(3);
  expect(Math.max(...times.values())).toBe(1);
});

test('so is the window of a cursor that has expired before the run is resumed', async () => {
  let isNextDay = false;
  const known = new Set<string>();
  const { backfill, ended } = rejecting(({ cursor }) => {
    if (cursor === null) return false;
    if (!isNextDay) known.add(cursor);
    return isNextDay && known.has(cursor);
  });
  const got: Order[] = [];
  const night = new AbortController();
  const evening = backfill({
    signal: night.signal,
    onOrders(orders) {
      got.push(...orders);
      if (got.length > 100) night.abort('night');
    },
  });
  await expect(evening).rejects.toBe('night');
  isNextDay = true;
  known.clear();
  await backfill({ onOrders: (orders) => got.push(...orders) });
  expect(idsOf(got)).toEqual(ended);
});

test('a window whose cursors are always rejected ends the run with the error', async () => {
  const { backfill, requests } = rejecting(({ cursor }) => cursor !== null);
  await expect(backfill()).rejects.toBeInstanceOf(ApiError);
  expect(requests()).toBeLessThan(20);
});

test('a window that is rejected without a cursor ends the run at once', async () => {
  const { backfill, requests } = rejecting(() => true);
  await expect(backfill({ onOrders: never })).rejects.toMatchObject({ status: 400 });
  expect(requests()).toBe(1);
});

test('another error ends the run at once', async () => {
  const { backfill, fake } = quarter();
  fake.failNext({ path: '/orders', fault: 'server-error' });
  await expect(backfill({ onOrders: never })).rejects.toMatchObject({ status: 500 });
  expect(fake.requests).toHaveLength(1);
});
