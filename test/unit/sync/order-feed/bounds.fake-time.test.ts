import { createOrderFeed, OrderFeedError } from 'outlet-open-api/sync';
import { beforeEach, expect, test, vi } from 'vitest';
import { rejection } from '../../../support/services/scripted-service.js';
import { completed, controlledOutlet, endedByHand, noon, notify, settled } from './by-hand.js';

beforeEach(() => void vi.useFakeTimers({ now: noon }));

const ids = (count: number) => Array.from({ length: count }, (_, index) => `o-${index + 1}`);

test.each([
  [undefined, 10],
  [3, 3],
])(
  'with concurrency %s, %d orders run in parallel, in the order of their events',
  async (concurrency, count) => {
    const { outlet, fetches } = controlledOutlet();
    const { onOrder, runs } = endedByHand();
    const feed = createOrderFeed({ outlet, onOrder, concurrency });
    const outcomes = ids(25).map((id) => notify(feed, completed(id)));
    for (let done = 0; done < 25; done += 1) {
      await settled();
      expect(fetches).toHaveLength(Math.min(done + count, 25));
      // The order runs until `onOrder` has ended.
      await fetches[done]?.respond();
      expect(fetches).toHaveLength(Math.min(done + count, 25));
      await runs[done]?.end();
    }
    expect(fetches.map(({ id }) => id)).toEqual(ids(25));
    expect(await Promise.all(outcomes)).toEqual(ids(25).map(() => 'handled'));
  },
);

test('beyond maxPending orders, an event is rejected at once', async () => {
  const { outlet, fetches } = controlledOutlet();
  const feed = createOrderFeed({ outlet, onOrder: () => {}, concurrency: 1, maxPending: 2 });
  const taken = ['o-1', 'o-2', 'o-2'].map((id) => notify(feed, completed(id)));
  const error = await rejection(notify(feed, completed('o-3')));
  expect(error).toBeInstanceOf(OrderFeedError);
  expect(error).toMatchObject({
    reason: 'full',
    maxPending: 2,
    message: expect.stringContaining('2 orders are pending, as many as maxPending allows'),
  });
  expect(feed.pending).toBe(2);

  await settled();
  await fetches[0]?.respond();
  const third = notify(feed, completed('o-3'));
  for (const index of [1, 2]) {
    await settled();
    await fetches[index]?.respond();
  }
  expect(await Promise.all([...taken, third])).toEqual(Array(4).fill('handled'));
  expect(fetches.map(({ id }) => id)).toEqual(['o-1', 'o-2', 'o-3']);
});

test('10,000 orders can be pending by default', async () => {
  const { signal, abort } = controlled();
  const feed = createOrderFeed({ outlet: controlledOutlet().outlet, onOrder: () => {}, signal });
  for (const id of ids(10_000)) notify(feed, completed(id));
  expect(feed.pending).toBe(10_000);
  expect(await rejection(notify(feed, completed('another')))).toMatchObject({
    reason: 'full',
    maxPending: 10_000,
  });
  abort();
});

function controlled() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
