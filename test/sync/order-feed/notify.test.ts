import { RequestValidationError } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import {
  createTestEvent,
  createTestRequest,
  createWebhookHandler,
  parseWebhookEvent,
} from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hashAtOnce } from '../../hash-at-once.js';
import { clientOf, finished, json, rejection, scriptedService } from '../../scripted-service.js';
import { clientWith, completed, controlledOutlet, endedByHand, noon, settled, undated } from './by-hand.js';

beforeEach(() => void vi.useFakeTimers({ now: noon }));

const updatedAt = '2026-11-01T10:00:00.000Z';

test.each([
  ['a known event', parseWebhookEvent({ event: 'order.complete', id: 'o-1', updatedAt })],
  ['one without documented payload', parseWebhookEvent({ event: 'order.inKitchen', id: 'o-1' })],
  ['an unknown one of an order', parseWebhookEvent({ event: 'order.refunded', id: 'o-1' })],
  [
    'one that another use case receives',
    parseWebhookEvent({ event: 'order.complete', id: 'o-1', updatedAt }, { useCase: 'reservations' }),
  ],
])('%s is fetched, and its order delivered §events.rule-1.read §flow.order-data.events', async (_, event) => {
  const service = scriptedService(json({ id: 'o-1', status: 'complete' }));
  const onOrder = vi.fn();
  const feed = createOrderFeed(clientOf(service), { onOrder });
  expect(await feed.notify(event)).toBe('handled');
  expect(onOrder.mock.calls).toEqual([
    [
      { id: 'o-1', status: 'complete' },
      { event, readAt: new Date(noon) },
    ],
  ]);
  expect(service.arrivals.map(({ url }) => url.pathname)).toEqual(['/api/v1/orders/o-1']);
});

test.each([
  ['an event of something else', parseWebhookEvent({ event: 'menus.published', updatedAt })],
  ['an unknown one of something else', parseWebhookEvent({ event: 'receipt.completed', id: 'r-1' })],
])('%s fetches nothing', async (_, event) => {
  const service = scriptedService();
  const feed = createOrderFeed(clientOf(service), { onOrder: () => expect.unreachable() });
  expect(await feed.notify(event)).toBe('none');
  expect(service.arrivals).toEqual([]);
});

test.each([
  ['nothing', undefined, 'event'],
  ['a text', 'order.complete', 'event'],
  ['an event without a name', { id: 'o-1' }, 'event'],
  ['an order event without an id', parseWebhookEvent({ event: 'order.complete' }), 'event.id'],
  ['an order event with an empty id', parseWebhookEvent({ event: 'order.complete', id: '' }), 'event.id'],
  ['an event with a number as its id', { event: 'order.complete', id: 7, raw: {} }, 'orderId'],
])('%s is rejected', async (_, given, path) => {
  const options = { onOrder: () => expect.unreachable(), onError: () => {} };
  const feed = createOrderFeed(clientOf(scriptedService()), options);
  const error = await rejection(Reflect.apply(feed.notify, undefined, [given]));
  expect(error).toBeInstanceOf(RequestValidationError);
  expect(error).toMatchObject({ issues: [{ path }] });
});

test('the fetch has background priority, and the signal of the feed', async () => {
  const { signal } = new AbortController();
  const outlet = clientWith(async (id) => ({ id }));
  const get = vi.spyOn(outlet.orders, 'get');
  const feed = createOrderFeed(outlet, { onOrder: () => {}, signal });
  await feed.notify(completed('o-1'));
  expect(get.mock.calls).toEqual([['o-1', { priority: 'background', signal }]]);
});

test('the functions of a feed need no `this`', async () => {
  const { notify, idle, close } = createOrderFeed(clientOf(scriptedService()), { onOrder: () => {} });
  expect(await notify(completed('o-1'))).toBe('handled');
  await idle();
  await close();
});

describe('several events of one order', () => {
  test('share a fetch, and onOrder gets the last one, whatever they say about their time', async () => {
    const { outlet, fetches } = controlledOutlet();
    const onOrder = vi.fn();
    const feed = createOrderFeed(outlet, { onOrder });
    const last = completed('o-1', -3_000);
    const outcomes = [undated('o-1'), completed('o-1', -1_000), last].map(feed.notify);
    await settled();
    expect(fetches).toHaveLength(1);
    await fetches[0]?.respond();
    expect(await Promise.all(outcomes)).toEqual(['handled', 'handled', 'handled']);
    expect(onOrder.mock.calls).toEqual([[{ id: 'o-1' }, { event: last, readAt: new Date(noon) }]]);
  });

  test.each([
    ['is fetched', 'fetch'],
    ['is handled', 'work'],
  ] as const)('that arrive while it %s lead to one more fetch, and settle with it', async (_, during) => {
    const { outlet, fetches } = controlledOutlet();
    const { onOrder, runs } = endedByHand();
    const feed = createOrderFeed(outlet, { onOrder });
    const first = vi.fn();
    feed.notify(completed('o-1', -3_000)).then(first);
    await settled();
    if (during === 'work') await fetches[0]?.respond();

    const later = vi.fn();
    const events = [completed('o-1', -2_000), undated('o-1'), completed('o-1', -1_000)];
    for (const event of events) feed.notify(event).then(later);
    await settled();
    expect(fetches).toHaveLength(1);

    if (during === 'fetch') await fetches[0]?.respond();
    await runs[0]?.end();
    expect(first.mock.calls).toEqual([['handled']]);
    expect(later).not.toHaveBeenCalled();
    expect(fetches).toHaveLength(2);

    await fetches[1]?.respond();
    expect(later).not.toHaveBeenCalled();
    await runs[1]?.end();
    expect(later.mock.calls).toEqual([['handled'], ['handled'], ['handled']]);
    expect([fetches.length, runs.length, feed.pending]).toEqual([2, 2, 0]);
  });
});

describe('after an order was handled for an event, it is fetched again for', () => {
  test.each([
    ['the same event', completed('o-1', -1_000)],
    ['one with an earlier updatedAt', completed('o-1', -60_000)],
    ['one without updatedAt', undated('o-1')],
  ])('%s', async (_, event) => {
    const { outlet, fetches } = controlledOutlet();
    const onOrder = vi.fn();
    const feed = createOrderFeed(outlet, { onOrder });
    for (const [index, next] of [completed('o-1', -1_000), event].entries()) {
      const outcome = feed.notify(next);
      await settled();
      await fetches[index]?.respond({ updatedAt: new Date(noon).toISOString() });
      expect(await outcome).toBe('handled');
    }
    expect(onOrder).toHaveBeenCalledTimes(2);
  });

  test('an earlier one that arrives during the fetch', async () => {
    const { outlet, fetches } = controlledOutlet();
    const feed = createOrderFeed(outlet, { onOrder: () => {} });
    feed.notify(completed('o-1', -1_000));
    await settled();
    const earlier = feed.notify(completed('o-1', -2_000));
    await fetches[0]?.respond();
    expect(fetches).toHaveLength(2);
    await fetches[1]?.respond();
    expect(await earlier).toBe('handled');
  });
});

test('readAt is when the request was sent, not when the event or the response arrived', async () => {
  const { outlet, fetches } = controlledOutlet({ rateLimit: { requests: 1, interval: 1_000 } });
  const onOrder = vi.fn();
  const feed = createOrderFeed(outlet, { onOrder });
  const outcomes = ['o-1', 'o-2'].map((id) => feed.notify(undated(id)));
  await vi.advanceTimersByTimeAsync(5_000);
  await settled();
  const sent = fetches.map(({ at }) => new Date(at));
  for (const fetch of fetches) await fetch.respond();
  await Promise.all(outcomes);
  expect(Number(sent[1]) - noon).toBeGreaterThanOrEqual(1_000);
  expect(onOrder.mock.calls.map(([, { readAt }]) => readAt)).toEqual(sent);
});

test('an order is handled once at a time, and others in parallel', async () => {
  const { outlet, fetches } = controlledOutlet();
  const { onOrder, runs } = endedByHand();
  const feed = createOrderFeed(outlet, { onOrder });
  const outcomes = ['o-1', 'o-2', 'o-1'].map((id) => feed.notify(undated(id)));
  await settled();
  expect(fetches.map(({ id }) => id)).toEqual(['o-1', 'o-2']);
  await fetches[1]?.respond();
  await runs[0]?.end();
  expect(await outcomes[1]).toBe('handled');
  expect(feed.pending).toBe(1);
  await fetches[0]?.respond();
  await runs[1]?.end();
  expect(await Promise.all(outcomes)).toEqual(['handled', 'handled', 'handled']);
});

describe('behind a webhook handler', () => {
  beforeEach(() => hashAtOnce());

  test('events of one order that arrive together need two fetches', async () => {
    const service = scriptedService();
    const feed = createOrderFeed(clientOf(service), { onOrder: () => {} });
    const handle = createWebhookHandler({ verify: [], sequential: false, onAny: feed.notify });
    const deliveries = Array.from({ length: 20 }, (_, index) => {
      const event = createTestEvent('order.complete', {
        id: 'o-1',
        updatedAt: new Date(index).toISOString(),
      });
      return handle(createTestRequest(event).request);
    });
    const responses = await finished(Promise.all(deliveries));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(service.arrivals.length).toBeLessThanOrEqual(2);
  });

  test('an order event without an id is not acknowledged', async () => {
    const onError = vi.fn();
    const feed = createOrderFeed(clientOf(scriptedService()), { onOrder: () => {} });
    const handle = createWebhookHandler({ verify: [], onAny: feed.notify, onError });
    const { request } = createTestRequest(createTestEvent('order.complete', { id: '' }));
    expect(await finished(handle(request))).toMatchObject({ status: 503 });
    expect(onError).toHaveBeenCalledOnce();
  });
});
