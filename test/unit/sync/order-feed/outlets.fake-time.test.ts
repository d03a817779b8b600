import { createOutletPool, type Order, OutletClient } from 'outlet-open-api';
import { createOrderFeed, type OrderFeedInfo } from 'outlet-open-api/sync';
import { createTestEvent, createTestRequest, createWebhookHandler } from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf, finished, json, scriptedService } from '../../../support/services/scripted-service.js';
import { hashAtOnce } from '../../../support/time/hash-at-once.js';
import { clientWith, completed, controlledOutlet, noon, settled } from './by-hand.js';

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  hashAtOnce();
});

const outletRefOf = ({ url }: Request) => new URL(url).pathname.slice(1);

/** A delivery to the URL of an outlet. */
function deliveryTo(outletRef: string, id = 'o-1'): Request {
  const event = createTestEvent('order.complete', { id });
  return createTestRequest(event, { url: `https://receiver.example/${outletRef}` }).request;
}

describe('one feed for all outlets', () => {
  test('reads each order with the client of its delivery, and keeps equal IDs of two outlets apart', async () => {
    const service = scriptedService(({ headers }) =>
      json({ id: 'o-1', channelId: headers.get('authorization') }),
    );
    const pool = createOutletPool({
      load: (outletRef) => ({
        baseUrl: 'https://pos.example',
        accessToken: `token-of-${outletRef}`,
        fetch: service.fetch,
        responseValidation: 'off',
      }),
    });
    const onOrder = vi.fn((_order: Order, _info: OrderFeedInfo) => {});
    const feed = createOrderFeed({ onOrder });
    const handle = createWebhookHandler({
      verify: 'none',
      resolve: pool.resolve(outletRefOf),
      consumers: [feed],
    });
    const deliveries = ['bistro', 'pub'].map((outletRef) => handle(deliveryTo(outletRef)));
    await settled();
    const responses = await finished(Promise.all(deliveries));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const handled = onOrder.mock.calls.map(([{ channelId }, { keyRef }]) => [keyRef, channelId]);
    expect(handled.toSorted()).toEqual([
      ['bistro', 'Bearer token-of-bistro'],
      ['pub', 'Bearer token-of-pub'],
    ]);
    pool.close();
  });

  test('passes all that resolve returned to onOrder, so that two keys of an outlet are one outlet', async () => {
    const pool = createOutletPool({
      load: (keyRef) => ({
        baseUrl: 'https://pos.example',
        accessToken: `token-of-${keyRef}`,
        fetch: scriptedService(() => json({ id: 'o-1' })).fetch,
        responseValidation: 'off',
        outletRef: 'bistro',
      }),
    });
    const resolve = pool.resolve(outletRefOf);
    const onOrder = vi.fn((_order: Order, _info: OrderFeedInfo) => {});
    const feed = createOrderFeed({ onOrder });
    const handle = createWebhookHandler({
      verify: 'none',
      resolve: async (request) => ({ ...(await resolve(request)), table: 7 }),
      consumers: [feed],
    });
    const deliveries = ['order-data', 'inventory'].map((keyRef) => handle(deliveryTo(keyRef)));
    await settled();
    await finished(Promise.all(deliveries));
    expect(onOrder.mock.calls.map(([, info]) => info)).toEqual(
      ['order-data', 'inventory'].map((keyRef) => ({
        outlet: expect.any(OutletClient),
        keyRef,
        outletRef: 'bistro',
        table: 7,
        readAt: new Date(noon),
        event: expect.objectContaining({ id: 'o-1' }),
      })),
    );
    pool.close();
  });

  test('reads an order for each event behind a handler, also for a second one with equal updatedAt', async () => {
    let reads = 0;
    const outlet = clientWith(async (id) => {
      reads += 1;
      return { id, channelId: String(reads) };
    });
    const onOrder = vi.fn((_order: Order) => {});
    const feed = createOrderFeed({ outlet, onOrder });
    const handle = createWebhookHandler({ verify: 'none', consumers: [feed] });
    const { raw } = createTestEvent('order.complete', { id: 'o-1', updatedAt: '2026-11-01T12:00:00Z' });
    for (let delivery = 0; delivery < 2; delivery += 1) {
      const request = new Request('https://receiver.example', { method: 'POST', body: JSON.stringify(raw) });
      expect(await finished(handle(request))).toMatchObject({ status: 200 });
    }
    expect(onOrder.mock.calls.map(([{ channelId }]) => channelId)).toEqual(['1', '2']);
  });

  test.each([
    ['no resolve', undefined],
    ['a resolve that returns no client', () => ({ keyRef: 'bistro' })],
  ])('reports that there is no client behind a handler with %s', async (_, resolve) => {
    const onError = vi.fn();
    const feed = createOrderFeed({ onOrder: () => expect.unreachable() });
    const options = { verify: 'none' as const, onError, consumers: [feed] };
    const handle = resolve ? createWebhookHandler({ ...options, resolve }) : createWebhookHandler(options);
    expect(await finished(handle(deliveryTo('bistro')))).toMatchObject({ status: 503 });
    expect(onError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ issues: [{ path: 'outlet', message: expect.stringContaining('resolve') }] }),
      expect.anything(),
    );
  });

  test('leaves room for others if an outlet is slow', async () => {
    const controller = new AbortController();
    const slow = controlledOutlet();
    const outlet = clientWith(async (id) => ({ id }));
    const feed = createOrderFeed({ onOrder: () => {}, signal: controller.signal });
    for (let order = 0; order < 100; order += 1) {
      feed.refresh(`o-${order}`, { outlet: slow.outlet, keyRef: 'slow', outletRef: 'slow' });
    }
    expect(await feed.refresh('o-1', { outlet, keyRef: 'quick', outletRef: 'quick' })).toBe('handled');
    await settled();
    expect(slow.fetches).toHaveLength(10);
    controller.abort();
  });

  test('lets outlets take turns', async () => {
    const { outlet, fetches } = controlledOutlet();
    const feed = createOrderFeed({ onOrder: () => {}, concurrency: 1 });
    for (const keyRef of ['a', 'a', 'a', 'b', 'b', 'c']) {
      feed.refresh(`${keyRef}-${fetches.length}-${feed.pending}`, { outlet, keyRef, outletRef: keyRef });
    }
    for (let index = 0; index < 6; index += 1) {
      await settled();
      await fetches[index]?.respond();
    }
    expect(fetches.map(({ id }) => id[0])).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
  });
});

describe('refresh', () => {
  test('reads an order again without an event', async () => {
    const outlet = clientOf(scriptedService(json({ id: 'o-1' })));
    const onOrder = vi.fn();
    const feed = createOrderFeed({ onOrder });
    expect(await feed.refresh('o-1', { outlet, keyRef: 'bistro', outletRef: 'bistro' })).toBe('handled');
    const info = { outlet, keyRef: 'bistro', outletRef: 'bistro', event: undefined, readAt: new Date(noon) };
    expect(onOrder.mock.calls).toEqual([[{ id: 'o-1' }, info]]);
  });

  test('shares a fetch with an event, which onOrder still gets', async () => {
    const { outlet, fetches } = controlledOutlet();
    const onOrder = vi.fn((_order: Order, _info: OrderFeedInfo) => {});
    const feed = createOrderFeed({ outlet, onOrder, concurrency: 1 });
    const event = completed('o-1');
    const outcomes = [feed.refresh('o-2'), feed.receive(event, {}), feed.refresh('o-1')];
    for (const index of [0, 1]) {
      await settled();
      await fetches[index]?.respond();
    }
    expect(await Promise.all(outcomes)).toEqual(['handled', 'handled', 'handled']);
    expect(fetches).toHaveLength(2);
    expect(onOrder.mock.lastCall?.[1]).toMatchObject({ event });
  });

  test.each([
    ['an invalid ID', '', 'orderId'],
    ['an ID that is no string', 7, 'orderId'],
  ])('rejects %s', async (_, orderId, path) => {
    const outlet = clientOf(scriptedService());
    const feed = createOrderFeed({ outlet, onOrder: () => expect.unreachable(), onError: () => {} });
    const refreshed = Reflect.apply(feed.refresh, undefined, [orderId]);
    await expect(finished(refreshed)).rejects.toMatchObject({ issues: [{ path }] });
  });

  test('rejects a client without the IDs of its key and its outlet', async () => {
    const outlet = clientOf(scriptedService());
    const feed = createOrderFeed({ onOrder: () => expect.unreachable() });
    const refreshed = Reflect.apply(feed.refresh, undefined, ['o-1', { outlet }]);
    await expect(refreshed).rejects.toMatchObject({ issues: [{ path: 'keyRef' }, { path: 'outletRef' }] });
  });
});

describe('priority', () => {
  test('the first attempts of two orders per key are interactive, and everything else is in the background', async () => {
    const { outlet, fetches } = controlledOutlet();
    const get = vi.spyOn(outlet.orders, 'get');
    const feed = createOrderFeed({ onOrder: () => {} });
    const prioritiesOf = () => get.mock.calls.map(([id, options]) => [id, options?.priority]);
    for (const id of ['o-1', 'o-2', 'o-3'])
      feed.refresh(id, { outlet, keyRef: 'bistro', outletRef: 'bistro' });
    feed.refresh('o-4', { outlet, keyRef: 'pub', outletRef: 'pub' });
    await settled();
    expect(prioritiesOf()).toEqual([
      ['o-1', 'interactive'],
      ['o-2', 'interactive'],
      ['o-3', 'background'],
      ['o-4', 'interactive'],
    ]);
    await fetches[0]?.fail(500);
    feed.refresh('o-5', { outlet, keyRef: 'bistro', outletRef: 'bistro' });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(prioritiesOf().slice(4)).toEqual([
      ['o-5', 'interactive'],
      ['o-1', 'background'],
    ]);
    for (const { respond } of fetches.slice(1)) await respond();
    await settled();
    for (const { respond } of fetches.slice(1)) await respond();
    await feed.idle();
  });

  test('a call during a bulk republish waits for three requests at most', async () => {
    const service = scriptedService();
    const outlet = clientOf(service);
    const feed = createOrderFeed({ outlet, onOrder: () => {} });
    for (let order = 0; order < 100; order += 1) feed.refresh(`order-${order}`);
    await vi.advanceTimersByTimeAsync(1_000);
    const sent = service.arrivals.length;
    outlet.orders.get('another');
    await finished(feed.idle());
    const later = service.arrivals.slice(sent).map(({ url }) => url.pathname);
    expect(later.findIndex((path) => path.endsWith('/another'))).toBeLessThanOrEqual(3);
  });
});
