import { createOrderFeed } from 'outlet-open-api/sync';
import { parseWebhookEvent } from 'outlet-open-api/webhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf, json, type Step, scriptedService } from '../../scripted-service.js';
import { answeredByHand, completed, noon, settled, undated } from './by-hand.js';

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** A feed, and how many fetches it has sent. */
function feedOn(...steps: Step[]) {
  const service = scriptedService(...steps);
  const feed = createOrderFeed(clientOf(service, { rateLimit: false, maxRetries: 0 }), { onOrder: () => {} });
  return { ...feed, fetches: () => service.arrivals.length };
}

const found = json({ id: 'o-1' });

describe('after an order was handled', () => {
  test('an older event is stale, and not fetched', async () => {
    const { notify, fetches } = feedOn(found);
    await notify(completed('o-1', -1_000));
    expect(await notify(completed('o-1', -1_001))).toBe('stale');
    expect(fetches()).toBe(1);
  });

  test.each([
    ['the same event sent again', completed('o-1', -1_000)],
    ['a newer one', completed('o-1', -999)],
    ['one without time', undated('o-1')],
    [
      'one whose time cannot be read',
      parseWebhookEvent({ event: 'order.complete', id: 'o-1', updatedAt: '1970' }),
    ],
    ['an older one of another order', completed('o-2', -5_000)],
  ])('%s is fetched', async (_, event) => {
    const { notify, fetches } = feedOn(found);
    await notify(completed('o-1', -1_000));
    expect(await notify(event)).toBe('handled');
    expect(fetches()).toBe(2);
  });

  test('the newest time counts, whatever was handled since', async () => {
    const { notify, fetches } = feedOn(found);
    await notify(completed('o-1', -1_000));
    await notify(undated('o-1'));
    expect(await notify(completed('o-1', -2_000))).toBe('stale');
    expect(fetches()).toBe(2);
  });
});

describe('while an order is fetched for a newer event', () => {
  test('an older one is stale once that is handled', async () => {
    const { outlet, fetches } = answeredByHand();
    const feed = createOrderFeed(outlet, { onOrder: () => {} });
    feed.notify(completed('o-1', -1_000));
    await settled();
    const older = feed.notify(completed('o-1', -2_000));
    await fetches[0]?.answer();
    expect(await older).toBe('stale');
    expect([fetches.length, feed.pending]).toEqual([1, 0]);
  });

  test.each([
    ['but one that came with it is not', [completed('o-1', -2_000), completed('o-1', -1_000)]],
    ['but one that came with it has no time', [undated('o-1'), completed('o-1', -2_000)]],
  ])('an older one is fetched again, %s', async (_, events) => {
    const { outlet, fetches } = answeredByHand();
    const feed = createOrderFeed(outlet, { onOrder: () => {} });
    feed.notify(completed('o-1', -1_000));
    await settled();
    const outcomes = events.map(feed.notify);
    await fetches[0]?.answer();
    await fetches[1]?.answer();
    expect(await Promise.all(outcomes)).toEqual(['handled', 'handled']);
    expect(fetches).toHaveLength(2);
  });

  test('an older one is fetched where the newer claim turns out to be a lie', async () => {
    const { outlet, fetches } = answeredByHand();
    const feed = createOrderFeed(outlet, { onOrder: () => {} });
    feed.notify(completed('o-1', -1_000));
    await settled();
    const older = feed.notify(completed('o-1', -2_000));
    await fetches[0]?.answer({ updatedAt: new Date(noon - 3_000).toISOString() });
    expect(fetches).toHaveLength(2);
    await fetches[1]?.answer();
    expect(await older).toBe('handled');
  });
});

describe('a claim is not believed', () => {
  test('where it lies in the future', async () => {
    const { notify, fetches } = feedOn(found);
    await notify(completed('o-1', 1));
    expect(await notify(completed('o-1', 0))).toBe('handled');
    expect(fetches()).toBe(2);
  });

  test.each([
    ['after it', [completed('o-1', 60_000), completed('o-1', -1_000)]],
    ['before it', [completed('o-1', -1_000), completed('o-1', 60_000)]],
  ])('nor does one of the future hide one that came %s', async (_, events) => {
    const { notify, fetches } = feedOn(found);
    await Promise.all(events.map(notify));
    expect(await notify(completed('o-1', -2_000))).toBe('stale');
    expect(fetches()).toBe(1);
  });

  test.each([
    ['older', '2026-11-01T11:59:58.999Z', 'handled'],
    ['as old', '2026-11-01T11:59:59.000Z', 'stale'],
    ['newer', '2026-11-01T11:59:59.999Z', 'stale'],
    ['older, with an offset,', '2026-11-01T13:59:58.999+02:00', 'handled'],
    ['no instant', 'yesterday', 'stale'],
    ['no text', 0, 'stale'],
    ['null', null, 'stale'],
  ])('where the order itself is older: it is %s', async (_, updatedAt, outcome) => {
    const { notify } = feedOn(json({ id: 'o-1', updatedAt }));
    await notify(completed('o-1', -1_000));
    expect(await notify(completed('o-1', -2_000))).toBe(outcome);
  });

  test('where the order is gone', async () => {
    const { notify } = feedOn(json({ code: 404 }, 404), found);
    expect(await notify(completed('o-1', -1_000))).toBe('gone');
    expect(await notify(completed('o-1', -2_000))).toBe('handled');
  });

  test('where onOrder has failed', async () => {
    const service = scriptedService(found);
    const onOrder = vi.fn().mockResolvedValue(undefined);
    for (let attempts = 0; attempts < 6; attempts += 1) onOrder.mockRejectedValueOnce(new Error('no'));
    const feed = createOrderFeed(clientOf(service, { rateLimit: false }), { onOrder });
    feed.notify(completed('o-1', -1_000));
    await vi.runAllTimersAsync();
    expect(await feed.notify(completed('o-1', -2_000))).toBe('handled');
  });
});

test('the times of so many orders are remembered, the latest used ones', async () => {
  const get = vi.fn(async (id: string) => ({ id }));
  const feed = createOrderFeed({ orders: { get } }, { onOrder: () => {} });
  const handle = (count: number, from: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => feed.notify(completed(`o-${from + index}`, -1_000))),
    );
  const outcomeOfOlder = (id: string) => feed.notify(completed(id, -2_000));
  await handle(10_000, 0);
  expect(await outcomeOfOlder('o-0')).toBe('stale');
  await handle(1, 10_000);
  expect(await Promise.all(['o-0', 'o-2', 'o-10000'].map(outcomeOfOlder))).toEqual([
    'stale',
    'stale',
    'stale',
  ]);
  expect(await outcomeOfOlder('o-1')).toBe('handled');
});
