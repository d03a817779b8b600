import { RequestValidationError } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import {
  createTestEvent,
  createTestRequest,
  createWebhookHandler,
  parseWebhookEvent,
} from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  finished,
  json,
  rejection,
  scriptedService,
} from '../../../support/services/scripted-service.js';
import { hashAtOnce } from '../../../support/time/hash-at-once.js';
import {
  clientWith,
  completed,
  controlledOutlet,
  endedByHand,
  noon,
  notify,
  settled,
  undated,
} from './by-hand.js';

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
  const outlet = clientOf(service);
  const feed = createOrderFeed({ outlet, onOrder });
  expect(await notify(feed, event)).toBe('handled');
  expect(onOrder.mock.calls).toEqual([
    [
      { id: 'o-1', status: 'complete' },
      { outlet, keyRef: '', outletRef: '', event, readAt: new Date(noon) },
    ],
  ]);
  expect(service.arrivals.map(({ url }) => url.pathname)).toEqual(['/api/v1/orders/o-1']);
});

test.each([
  ['an event of something else', parseWebhookEvent({ event: 'menus.published', updatedAt })],
  ['an unknown one of something else', parseWebhookEvent({ event: 'receipt.completed', id: 'r-1' })],
])('%s fetches nothing', async (_, event) => {
  const service = scriptedService();
  const feed = createOrderFeed({ outlet: clientOf(service), onOrder: () => expect.unreachable() });
  expect(await notify(feed, event)).toBe('none');
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
  const feed = createOrderFeed({ outlet: clientOf(scriptedService()), ...options });
  const error = await rejection(Reflect.apply(feed.receive, undefined, [given, {}]));
  expect(error).toBeInstanceOf(RequestValidationError);
  expect(error).toMatchObject({ issues: [{ path }] });
});

test('the fetch has interactive priority, and the signal of the feed', async () => {
  const { signal } = new AbortController();
  const outlet = clientWith(async (id) => ({ id }));
  const get = vi.spyOn(outlet.orders, 'get');
  const feed = createOrderFeed({ outlet, onOrder: () => {}, signal });
  await notify(feed, completed('o-1'));
  expect(get.mock.calls).toEqual([['o-1', { priority: 'interactive', signal }]]);
});

test('the functions of a feed need no `this`', async () => {
  const { receive, refresh, idle, close } = createOrderFeed({
    outlet: clientOf(scriptedService()),
    onOrder: () => {},
  });
  expect(await receive(completed('o-1'), {})).toBe('handled');
  expect(await refresh('o-1')).toBe('handled');
  await idle();
  await close();
});

describe('several events of one order', () => {
  test('share a fetch, and onOrder gets the last one, whatever they say about their time', async () => {
    const { outlet, fetches } = controlledOutlet();
    const onOrder = vi.fn();
    const feed = createOrderFeed({ outlet, onOrder, concurrency: 1 });
    const last = completed('o-1', -3_000);
    const events = [undated('o-2'), undated('o-1'), completed('o-1', -1_000), last];
    const outcomes = events.map((event) => notify(feed, event));
    await settled();
    await fetches[0]?.respond();
    await fetches[1]?.respond();
    expect(await Promise.all(outcomes)).toEqual(events.map(() => 'handled'));
    expect(fetches.map(({ id }) => id)).toEqual(['o-2', 'o-1']);
    expect(onOrder.mock.lastCall).toEqual([
      { id: 'o-1' },
      { outlet, keyRef: '', outletRef: '', event: last, readAt: new Date(noon) },
    ]);
  });

  test.each([
    ['is fetched', 'fetch'],
    ['is handled', 'work'],
  ] as const)('that arrive while it %s lead to one more fetch, and settle with it', async (_, during) => {
    const { outlet, fetches } = controlledOutlet();
    const { onOrder, runs } = endedByHand();
    const feed = createOrderFeed({ outlet, onOrder });
    const first = vi.fn();
    notify(feed, completed('o-1', -3_000)).then(first);
    await settled();
    if (during === 'work') await fetches[0]?.respond();

    const later = vi.fn();
    const events = [completed('o-1', -2_000), undated('o-1'), completed('o-1', -1_000)];
    for (const event of events) notify(feed, event).then(later);
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
    const feed = createOrderFeed({ outlet, onOrder });
    for (const [index, next] of [completed('o-1', -1_000), event].entries()) {
      const outcome = notify(feed, next);
      await settled();
      await fetches[index]?.respond({ updatedAt: new Date(noon).toISOString() });
      expect(await outcome).toBe('handled');
    }
    expect(onOrder).toHaveBeenCalledTimes(2);
  });
});

describe('readAt', () => {
  test('is the time before the request, not when the event or the response arrived', async () => {
    const { outlet, fetches } = controlledOutlet();
    const onOrder = vi.fn();
    const feed = createOrderFeed({ outlet, onOrder, concurrency: 1 });
    const outcomes = ['o-1', 'o-2'].map((id) => notify(feed, undated(id)));
    for (const index of [0, 1]) {
      await vi.advanceTimersByTimeAsync(1_000);
      await settled();
      await fetches[index]?.respond();
    }
    await Promise.all(outcomes);
    const times = onOrder.mock.calls.map(([, { readAt }]) => readAt.getTime() - noon);
    expect(times).toEqual([0, 1_000]);
  });

  test('is what now returned, which is retried if it fails', async () => {
    const { outlet, fetches } = controlledOutlet();
    const time = new Date('2026-11-01T11:59:57.000Z');
    const failure = new Error('The database is down');
    const now = vi.fn(async () => time).mockRejectedValueOnce(failure);
    const [onOrder, onError] = [vi.fn(), vi.fn()];
    const feed = createOrderFeed({ outlet, onOrder, onError, now });
    const outcome = notify(feed, undated('o-1'));
    await settled();
    expect(fetches).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(2_000);
    await fetches[0]?.respond();
    expect(await outcome).toBe('handled');
    expect(onOrder.mock.calls.map(([, { readAt }]) => readAt)).toEqual([time]);
    expect(onError.mock.calls.map(([error]) => error)).toEqual([failure]);
  });
});

describe('behind a webhook handler', () => {
  beforeEach(() => hashAtOnce());

  test('events of one order that arrive together need two fetches', async () => {
    const service = scriptedService();
    const feed = createOrderFeed({ outlet: clientOf(service), onOrder: () => {} });
    const handle = createWebhookHandler({ verify: 'none', consumers: [feed] });
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
    const feed = createOrderFeed({ outlet: clientOf(scriptedService()), onOrder: () => {} });
    const handle = createWebhookHandler({ verify: 'none', consumers: [feed], onError });
    const { request } = createTestRequest(createTestEvent('order.complete', { id: '' }));
    expect(await finished(handle(request))).toMatchObject({ status: 503 });
    expect(onError).toHaveBeenCalledOnce();
  });
});
