import { RequestValidationError } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import { parseWebhookEvent } from 'outlet-open-api/webhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf, json, rejection, scriptedService } from '../../scripted-service.js';
import { answeredByHand, completed, endedByHand, noon, settled, undated } from './by-hand.js';

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const updatedAt = '2026-11-01T10:00:00.000Z';

test.each([
  ['a known event', parseWebhookEvent({ event: 'order.complete', id: 'o-1', updatedAt })],
  ['one without documented payload', parseWebhookEvent({ event: 'order.inKitchen', id: 'o-1' })],
  ['an unknown one of an order', parseWebhookEvent({ event: 'order.refunded', id: 'o-1' })],
  [
    'one that another use case receives',
    parseWebhookEvent({ event: 'order.complete', id: 'o-1', updatedAt }, { useCase: 'reservations' }),
  ],
])(
  '%s is fetched, and its order handed over §events.rule-1.read §flow.order-data.events',
  async (_, event) => {
    const service = scriptedService(json({ id: 'o-1', status: 'complete' }));
    const onOrder = vi.fn();
    const feed = createOrderFeed(clientOf(service), { onOrder });
    expect(await feed.notify(event)).toBe('handled');
    expect(onOrder.mock.calls).toEqual([[{ id: 'o-1', status: 'complete' }, { event }]]);
    expect(service.arrivals.map(({ url }) => url.pathname)).toEqual(['/api/v1/orders/o-1']);
  },
);

test.each([
  ['an event of something else', parseWebhookEvent({ event: 'menus.published', updatedAt })],
  ['an unknown one of something else', parseWebhookEvent({ event: 'receipt.completed', id: 'r-1' })],
  ['one of an order without id', parseWebhookEvent({ event: 'order.inKitchen' })],
])('%s fetches nothing', async (_, event) => {
  const service = scriptedService();
  const feed = createOrderFeed(clientOf(service), { onOrder: () => expect.unreachable() });
  expect(await feed.notify(event)).toBe('none');
  expect(service.arrivals).toEqual([]);
});

test.each([
  ['nothing', undefined, 'event'],
  ['a text', 'order.complete', 'event'],
  ['what has no name', { id: 'o-1' }, 'event'],
  ['what has a number for its id', { event: 'order.complete', id: 7, raw: {} }, 'event.id'],
])('%s is refused', async (_, given, path) => {
  const feed = createOrderFeed(clientOf(scriptedService()), { onOrder: () => expect.unreachable() });
  const error = await rejection(Reflect.apply(feed.notify, undefined, [given]));
  expect(error).toBeInstanceOf(RequestValidationError);
  expect(error).toMatchObject({ issues: [{ path }] });
});

test('the fetch goes behind calls that somebody waits for, and ends with the signal of the feed', async () => {
  const { signal } = new AbortController();
  const get = vi.fn(async (id: string) => ({ id }));
  const feed = createOrderFeed({ orders: { get } }, { onOrder: () => {}, signal });
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
  test('that come together are one fetch, for the newest of them', async () => {
    const { outlet, fetches } = answeredByHand();
    const onOrder = vi.fn();
    const feed = createOrderFeed(outlet, { onOrder });
    const newest = completed('o-1', -1_000);
    const outcomes = [completed('o-1', -2_000), newest, completed('o-1', -3_000)].map(feed.notify);
    await settled();
    expect(fetches).toHaveLength(1);
    await fetches[0]?.answer();
    expect(await Promise.all(outcomes)).toEqual(['handled', 'handled', 'handled']);
    expect(onOrder.mock.calls).toEqual([[{ id: 'o-1' }, { event: newest }]]);
  });

  test.each([
    ['of which one has no time', [undated('o-1'), completed('o-1', -1_000)], 1],
    ['of which the last has no time', [completed('o-1', -1_000), undated('o-1')], 1],
    ['of the same time', [completed('o-1', -1_000), completed('o-1', -1_000)], 1],
  ])('%s: the last one counts as the newest', async (_, events, newest) => {
    const onOrder = vi.fn();
    const feed = createOrderFeed(clientOf(scriptedService(json({ id: 'o-1' }))), { onOrder });
    await Promise.all(events.map(feed.notify));
    expect(onOrder).toHaveBeenCalledExactlyOnceWith({ id: 'o-1' }, { event: events[newest] });
  });

  test.each([
    ['is fetched', 'fetch'],
    ['is dealt with', 'work'],
  ] as const)('that come while it %s are one fetch more, with which they settle', async (_, during) => {
    const { outlet, fetches } = answeredByHand();
    const { onOrder, runs } = endedByHand();
    const feed = createOrderFeed(outlet, { onOrder });
    const first = vi.fn();
    feed.notify(completed('o-1', -3_000)).then(first);
    await settled();
    if (during === 'work') await fetches[0]?.answer();

    const later = vi.fn();
    const events = [completed('o-1', -2_000), undated('o-1'), completed('o-1', -1_000)];
    for (const event of events) feed.notify(event).then(later);
    await settled();
    expect(fetches).toHaveLength(1);

    if (during === 'fetch') await fetches[0]?.answer();
    await runs[0]?.end();
    expect(first.mock.calls).toEqual([['handled']]);
    expect(later).not.toHaveBeenCalled();
    expect(fetches).toHaveLength(2);

    await fetches[1]?.answer();
    expect(later).not.toHaveBeenCalled();
    await runs[1]?.end();
    expect(later.mock.calls).toEqual([['handled'], ['handled'], ['handled']]);
    expect([fetches.length, runs.length, feed.pending]).toEqual([2, 2, 0]);
  });
});

test('an order is handed over once at a time, and others beside it', async () => {
  const { outlet, fetches } = answeredByHand();
  const { onOrder, runs } = endedByHand();
  const feed = createOrderFeed(outlet, { onOrder });
  const outcomes = ['o-1', 'o-2', 'o-1'].map((id) => feed.notify(undated(id)));
  await settled();
  expect(fetches.map(({ id }) => id)).toEqual(['o-1', 'o-2']);
  await fetches[1]?.answer();
  await runs[0]?.end();
  expect(await outcomes[1]).toBe('handled');
  expect(feed.pending).toBe(1);
  await fetches[0]?.answer();
  await runs[1]?.end();
  expect(await Promise.all(outcomes)).toEqual(['handled', 'handled', 'handled']);
});
