import { getEventListeners } from 'node:events';
import { createOrderFeed, OrderFeedError } from 'outlet-open-api/sync';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  finished,
  json,
  rejection,
  scriptedService,
} from '../../../support/services/scripted-service.js';
import { clientWith, completed, controlledOutlet, endedByHand, noon, notify, settled } from './by-hand.js';

beforeEach(() => void vi.useFakeTimers({ now: noon }));

/** Whether a promise is settled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const settle = vi.fn();
  promise.then(settle, settle);
  await settled();
  return settle.mock.calls.length > 0;
}

describe('idle', () => {
  test('resolves at once if nothing is pending', async () => {
    await createOrderFeed({ outlet: clientOf(scriptedService()), onOrder: () => {} }).idle();
  });

  test('resolves when all orders and their later events were handled', async () => {
    const { outlet, fetches } = controlledOutlet();
    const { onOrder, runs } = endedByHand();
    const feed = createOrderFeed({ outlet, onOrder });
    notify(feed, completed('o-1'));
    notify(feed, completed('o-2'));
    const idle = Promise.all([feed.idle(), feed.idle()]);
    await settled();
    notify(feed, completed('o-1'));
    await fetches[1]?.respond();
    await runs[0]?.end();
    expect(await isSettled(idle)).toBe(false);
    await fetches[0]?.respond();
    await runs[1]?.end();
    await fetches[2]?.respond();
    expect(await isSettled(idle)).toBe(false);
    await runs[2]?.end();
    expect(await isSettled(idle)).toBe(true);
    expect(feed.pending).toBe(0);
  });

  test('waits for pauses', async () => {
    const service = scriptedService(json({ code: 500 }, 500), json({ id: 'o-1' }));
    const feed = createOrderFeed({ outlet: clientOf(service, { maxRetries: 0 }), onOrder: () => {} });
    notify(feed, completed('o-1'));
    const idle = feed.idle();
    expect(await isSettled(idle)).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await isSettled(idle)).toBe(true);
    expect(service.arrivals).toHaveLength(2);
  });

  test('resolves after orders that failed', async () => {
    const service = scriptedService(json({ code: 500 }, 500));
    const feed = createOrderFeed({
      outlet: clientOf(service, { maxRetries: 0 }),
      onOrder: () => {},
      onError: () => {},
    });
    notify(feed, completed('o-1'));
    await finished(feed.idle());
    expect(service.arrivals).toHaveLength(6);
  });
});

describe('close', () => {
  test('rejects new events, and resolves when the pending ones were handled', async () => {
    const { outlet, fetches } = controlledOutlet();
    const feed = createOrderFeed({ outlet, onOrder: () => {} });
    const taken = notify(feed, completed('o-1'));
    const closed = feed.close();
    for (const event of [completed('o-2'), completed('o-1')]) {
      const error = await rejection(notify(feed, event));
      expect(error).toBeInstanceOf(OrderFeedError);
      expect(error).toMatchObject({ reason: 'closed', message: expect.stringContaining('it was closed') });
    }
    expect(await isSettled(closed)).toBe(false);
    await fetches[0]?.respond();
    expect(await taken).toBe('handled');
    await closed;
    await feed.close();
    expect(fetches).toHaveLength(1);
  });
});

describe('the signal', () => {
  const reason = { because: 'the shift is over' };

  test('rejects all pending events at once with its reason', async () => {
    const controller = new AbortController();
    const { outlet, fetches } = controlledOutlet();
    const { onOrder, runs } = endedByHand();
    const onError = vi.fn();
    const feed = createOrderFeed({ outlet, onOrder, onError, signal: controller.signal, concurrency: 2 });
    const ids = ['pauses', 'is dealt with', 'is fetched', 'waits', 'is fetched'];
    const outcomes = ids.map((id) =>
      notify(feed, completed(id.replaceAll(' ', '-'))).catch((error) => error),
    );
    await settled();
    await fetches[0]?.fail(500);
    await fetches[1]?.respond();
    expect(fetches.map(({ id }) => id)).toEqual(['pauses', 'is-dealt-with', 'is-fetched']);
    outcomes.push(notify(feed, completed('is-fetched')).catch((error) => error));
    expect(onError).toHaveBeenCalledTimes(1);

    const [idle, closed] = [feed.idle(), feed.close()];
    controller.abort(reason);
    expect(feed.pending).toBe(0);
    expect(await Promise.all(outcomes)).toEqual(Array(6).fill(reason));
    await Promise.all([idle, closed, feed.idle(), feed.close()]);
    await settled();
    expect(vi.getTimerCount()).toBe(0);
    expect(fetches[2]?.signal.aborted).toBe(true);

    // Late results are discarded.
    await runs[0]?.end();
    await vi.runAllTimersAsync();
    await settled();
    expect([fetches.length, runs.length, onError.mock.calls.length]).toEqual([3, 1, 1]);
  });

  test('discards late responses and late errors', async () => {
    const controller = new AbortController();
    const resolvers: ((order: { id: string } | PromiseLike<never>) => void)[] = [];
    const get = () => new Promise<{ id: string }>((resolve) => resolvers.push(resolve));
    const [onOrder, onError] = [vi.fn(), vi.fn()];
    const feed = createOrderFeed({ outlet: clientWith(get), onOrder, onError, signal: controller.signal });
    const outcomes = ['o-1', 'o-2'].map((id) => rejection(notify(feed, completed(id))));
    await settled();
    controller.abort(reason);
    resolvers[0]?.({ id: 'o-1' });
    resolvers[1]?.(Promise.reject(new Error('late')));
    expect(await Promise.all(outcomes)).toEqual([reason, reason]);
    await settled();
    expect(onOrder).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
  });

  test('that aborts in onError leaves no rejection unhandled', async () => {
    const controller = new AbortController();
    const feed = createOrderFeed({
      outlet: clientOf(scriptedService(json({}, 403))),
      onOrder: () => {},
      onError: () => controller.abort(new Error('The process ends.')),
      signal: controller.signal,
    });
    expect(await finished(rejection(notify(feed, completed('o-1'))))).toMatchObject({ status: 403 });
    // Vitest fails the run on an unhandled rejection.
    await settled();
  });

  test('rejects later events with its reason, also if it aborted before', async () => {
    const service = scriptedService();
    const signal = AbortSignal.abort(reason);
    const feed = createOrderFeed({ outlet: clientOf(service), onOrder: () => {}, signal });
    expect(await rejection(notify(feed, completed('o-1')))).toBe(reason);
    await feed.idle();
    await feed.close();
    expect(service.arrivals).toEqual([]);
  });

  test('has one listener for all feeds, and none if nothing is pending', async () => {
    const { signal } = new AbortController();
    const service = scriptedService(json({ id: 'o-1' }));
    const feeds = Array.from({ length: 20 }, () =>
      createOrderFeed({ outlet: clientOf(service, { rateLimit: false }), onOrder: () => {}, signal }),
    );
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    const outcomes = feeds.flatMap((feed) => ['o-1', 'o-2'].map((id) => notify(feed, completed(id))));
    await Promise.resolve();
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await Promise.all(outcomes);
    await settled();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
