import { createOrderFeed } from 'outlet-open-api/sync';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { completed, controlledOutlet, noon, notify, settled, undated } from './by-hand.js';

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

const none = () => {};

describe('an event that comes', () => {
  test('in a pause joins the next attempt', async () => {
    const { outlet, fetches } = controlledOutlet();
    const onOrder = vi.fn();
    const feed = createOrderFeed({ outlet, onOrder });
    const first = notify(feed, completed('o-1', -2_000));
    await settled();
    await fetches[0]?.fail(500);
    const newest = completed('o-1', -1_000);
    const second = notify(feed, newest);
    await settled();
    expect(fetches).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_500);
    await settled();
    await fetches[1]?.respond();
    expect(await Promise.all([first, second])).toEqual(['handled', 'handled']);
    expect(onOrder.mock.calls).toEqual([
      [{ id: 'o-1' }, { outlet, keyRef: '', outletRef: '', event: newest, readAt: new Date(noon + 1_500) }],
    ]);
    expect([fetches.length, feed.pending]).toEqual([2, 0]);
  });

  test('while a fetch runs that fails joins the next attempt', async () => {
    const { outlet, fetches } = controlledOutlet();
    const feed = createOrderFeed({ outlet, onOrder: none });
    const outcomes = [notify(feed, undated('o-1'))];
    await settled();
    outcomes.push(notify(feed, undated('o-1')), notify(feed, undated('o-1')));
    await fetches[0]?.fail(500);
    await vi.advanceTimersByTimeAsync(1_500);
    await settled();
    await fetches[1]?.respond();
    expect(await Promise.all(outcomes)).toEqual(['handled', 'handled', 'handled']);
    expect([fetches.length, feed.pending]).toEqual([2, 0]);
  });

  test.each([
    ['the last attempt', 6, 500],
    ['the last attempt that finds no order', 3, 404],
  ])('while %s runs has a fetch of its own', async (_, attempts, status) => {
    const { outlet, fetches } = controlledOutlet();
    const feed = createOrderFeed({ outlet, onOrder: none, onError: none });
    const first = notify(feed, undated('o-1')).catch(() => 'failed');
    await settled();
    for (let attempt = 1; attempt < attempts; attempt += 1) {
      await fetches.at(-1)?.fail(status);
      await vi.advanceTimersByTimeAsync(30_000);
      await settled();
    }
    const second = notify(feed, undated('o-1'));
    await fetches.at(-1)?.fail(status);
    await fetches.at(-1)?.respond();
    expect(await first).toBe(status === 404 ? 'not-found' : 'failed');
    expect(await second).toBe('handled');
    expect(fetches).toHaveLength(attempts + 1);
  });
});

test('an order that waits for a retry lets others run', async () => {
  const { outlet, fetches } = controlledOutlet();
  const feed = createOrderFeed({ outlet, onOrder: none, concurrency: 1 });
  const outcomes = ['o-1', 'o-2'].map((id) => notify(feed, completed(id)));
  await settled();
  await fetches[0]?.fail(500);
  expect(fetches.map(({ id }) => id)).toEqual(['o-1', 'o-2']);
  // The retry waits until the other order is handled.
  await vi.advanceTimersByTimeAsync(1_500);
  await settled();
  expect(fetches).toHaveLength(2);
  await fetches[1]?.respond();
  await fetches[2]?.respond();
  expect(await Promise.all(outcomes)).toEqual(['handled', 'handled']);
});
