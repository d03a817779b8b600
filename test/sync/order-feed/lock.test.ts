import { createOrderFeed, type OrderFeedErrorInfo } from 'outlet-open-api/sync';
import { beforeEach, expect, test, vi } from 'vitest';
import { finished, rejection } from '../../scripted-service.js';
import { clientWith, completed, controlledOutlet, endedByHand, noon, settled } from './by-hand.js';

beforeEach(() => void vi.useFakeTimers({ now: noon }));

/** A lock per order that feeds of several processes share, as in Redis. It logs who takes and releases it. */
function sharedLock() {
  const log: string[] = [];
  const lines = new Map<string, Promise<void>>();
  const lockOf = (name: string) => async (orderId: string) => {
    const previous = lines.get(orderId);
    let free = () => {};
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    lines.set(orderId, held);
    await previous;
    log.push(`${name} takes ${orderId}`);
    return async () => {
      log.push(`${name} releases ${orderId}`);
      free();
    };
  };
  return { log, lockOf };
}

test('two feeds that share a lock handle an order one after the other', async () => {
  const { log, lockOf } = sharedLock();
  const { outlet, fetches } = controlledOutlet();
  const { onOrder, runs } = endedByHand();
  const feeds = ['a', 'b'].map((name) => createOrderFeed(outlet, { onOrder, lock: lockOf(name) }));
  const outcomes = feeds.map(({ notify }) => notify(completed('o-1')));
  await settled();
  expect(fetches).toHaveLength(1);
  await fetches[0]?.respond();
  expect(fetches).toHaveLength(1);
  await runs[0]?.end();
  await fetches[1]?.respond();
  await runs[1]?.end();
  expect(await Promise.all(outcomes)).toEqual(['handled', 'handled']);
  expect(log).toEqual(['a takes o-1', 'a releases o-1', 'b takes o-1', 'b releases o-1']);
});

test('other orders do not wait for the lock of an order', async () => {
  const { lockOf } = sharedLock();
  const handled: string[] = [];
  const feed = createOrderFeed(
    clientWith(async (id) => ({ id })),
    { onOrder: ({ id }) => void handled.push(id), lock: lockOf('feed') },
  );
  const release = await lockOf('another process')('o-1');
  const outcomes = ['o-1', 'o-2'].map((id) => feed.notify(completed(id)));
  await settled();
  expect(handled).toEqual(['o-2']);
  await release();
  await Promise.all(outcomes);
  expect(handled).toEqual(['o-2', 'o-1']);
});

test('an event that arrives while the order waits for its lock joins the fetch', async () => {
  const { lockOf } = sharedLock();
  const { outlet, fetches } = controlledOutlet();
  const feed = createOrderFeed(outlet, { onOrder: () => {}, lock: lockOf('feed') });
  const release = await lockOf('another process')('o-1');
  const first = feed.notify(completed('o-1'));
  await settled();
  const second = feed.notify(completed('o-1'));
  await release();
  await settled();
  await fetches[0]?.respond();
  expect(await Promise.all([first, second])).toEqual(['handled', 'handled']);
  expect(fetches).toHaveLength(1);
});

test('the lock is released after each attempt, and not held in a pause', async () => {
  const { log, lockOf } = sharedLock();
  const onOrder = vi.fn().mockRejectedValueOnce(new Error('no'));
  const feed = createOrderFeed(
    clientWith(async (id) => ({ id })),
    { onOrder, onError: () => log.push('fails'), lock: lockOf('feed') },
  );
  const outcome = feed.notify(completed('o-1'));
  await settled();
  expect(log).toEqual(['feed takes o-1', 'feed releases o-1', 'fails']);
  expect(await finished(outcome)).toBe('handled');
  expect(log.slice(3)).toEqual(['feed takes o-1', 'feed releases o-1']);
});

test('a lock that cannot be taken is a failed attempt', async () => {
  const get = vi.fn(async (id: string) => ({ id }));
  const busy = new Error('busy');
  const lock = vi.fn(async (_: string) => async () => {}).mockRejectedValueOnce(busy);
  const onError = vi.fn();
  const feed = createOrderFeed(clientWith(get), { onOrder: () => {}, onError, lock });
  expect(await finished(feed.notify(completed('o-1')))).toBe('handled');
  expect(onError.mock.calls).toEqual([[busy, { orderId: 'o-1', attempt: 1, final: false }]]);
  expect([lock.mock.calls.length, get.mock.calls.length]).toEqual([2, 1]);
});

test('after the last attempt, the events that joined in pauses and in onError also settle', async () => {
  const busy = new Error('busy');
  const outcomes: Promise<unknown>[] = [];
  const notify = () => outcomes.push(feed.notify(completed('o-1')).catch((error) => error));
  const onError = vi.fn((_: unknown, { final }: OrderFeedErrorInfo) => {
    if (outcomes.length < 9) notify();
    return final;
  });
  const lock = vi.fn(async (_: string) => async () => {});
  for (let attempt = 0; attempt < 6; attempt += 1) lock.mockRejectedValueOnce(busy);
  const feed = createOrderFeed(
    clientWith(async (id) => ({ id })),
    { onOrder: () => {}, onError, lock },
  );
  notify();
  await finished(feed.idle());
  // The event that `onError` adds after the last attempt has attempts of its own.
  expect(await Promise.all(outcomes)).toEqual([...Array(6).fill(busy), 'handled']);
  expect(onError.mock.results.map(({ value }) => value)).toEqual([...Array(5).fill(false), true]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('The connection is closed');
    },
  ],
  ['rejects', () => Promise.reject(new Error('The connection is closed'))],
])('a release that %s is reported, and the order was handled', async (_, release) => {
  const onError = vi.fn();
  const feed = createOrderFeed(
    clientWith(async (id) => ({ id })),
    { onOrder: () => {}, onError, lock: async () => release },
  );
  expect(await feed.notify(completed('o-1'))).toBe('handled');
  expect(onError.mock.calls).toEqual([
    [new Error('The connection is closed'), { orderId: 'o-1', attempt: 1, final: false }],
  ]);
});

test('the signal of the feed ends the wait for a lock', async () => {
  const controller = new AbortController();
  const reason = new Error('The shift is over');
  const get = vi.fn(async (id: string) => ({ id }));
  const waits = vi.fn((_: string, { signal }: { signal: AbortSignal }) => {
    return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const onError = vi.fn();
  const options = { onOrder: () => {}, onError, lock: waits, signal: controller.signal };
  const feed = createOrderFeed(clientWith(get), options);
  const outcome = rejection(feed.notify(completed('o-1')));
  await settled();
  controller.abort(reason);
  expect(await outcome).toBe(reason);
  await settled();
  expect([get.mock.calls.length, onError.mock.calls.length]).toEqual([0, 0]);
});

test('a lock that is taken after the signal aborted is released, and nothing is fetched', async () => {
  const controller = new AbortController();
  const get = vi.fn(async (id: string) => ({ id }));
  const release = vi.fn(async () => {});
  let take = () => {};
  const lock = () =>
    new Promise<typeof release>((resolve) => {
      take = () => resolve(release);
    });
  const feed = createOrderFeed(clientWith(get), { onOrder: () => {}, lock, signal: controller.signal });
  const outcome = rejection(feed.notify(completed('o-1')));
  await settled();
  controller.abort('over');
  take();
  expect(await outcome).toBe('over');
  await settled();
  expect([release.mock.calls.length, get.mock.calls.length]).toEqual([1, 0]);
});

test('after the signal aborted, the lock is held until onOrder has ended', async () => {
  const controller = new AbortController();
  const { log, lockOf } = sharedLock();
  const { onOrder, runs } = endedByHand();
  const feed = createOrderFeed(
    clientWith(async (id) => ({ id })),
    { onOrder, lock: lockOf('feed'), signal: controller.signal },
  );
  const outcome = rejection(feed.notify(completed('o-1')));
  await settled();
  controller.abort('over');
  expect(await outcome).toBe('over');
  expect(log).toEqual(['feed takes o-1']);
  await runs[0]?.end();
  expect(log).toEqual(['feed takes o-1', 'feed releases o-1']);
});
