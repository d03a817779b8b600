import { NotFoundError, RequestValidationError } from 'outlet-open-api';
import { createOrderFeed, type OrderFeedErrorInfo } from 'outlet-open-api/sync';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { clientOf, finished, json, rejection, type Step, scriptedService } from '../../scripted-service.js';
import { completed, noon, settled } from './by-hand.js';

const escaped = vi.fn();
beforeAll(() => {
  process.on('unhandledRejection', escaped);
});
beforeEach(() => {
  vi.useFakeTimers({ now: noon });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await settled();
  process.off('unhandledRejection', escaped);
  expect(escaped.mock.calls).toEqual([]);
});

const found = json({ id: 'o-1' });
const broken = json({ code: 500, message: 'No' }, 500);
const missing = json({ code: 404, message: 'No' }, 404);

/** A client that leaves trying again to the feed. */
const clientFor = (...steps: Step[]) => {
  const service = scriptedService(...steps);
  return { service, outlet: clientOf(service, { rateLimit: false, maxRetries: 0 }) };
};
const none = () => {};

/** What `onError` was told, without the errors. */
function listener() {
  const onError = vi.fn((_error: unknown, _info: OrderFeedErrorInfo) => {});
  return { onError, told: () => onError.mock.calls.map(([, info]) => info) };
}

test('a fetch that fails is tried again 5 times, with pauses that grow', async () => {
  const { service, outlet } = clientFor(broken);
  const { onError, told } = listener();
  const feed = createOrderFeed(outlet, { onOrder: () => expect.unreachable(), onError });
  const error = await rejection(finished(feed.notify(completed('o-1'))));
  expect(error).toHaveProperty('name', 'InternalServerError');
  const seconds = service.arrivals.map(({ at }) => (at - noon) / 1_000);
  // Pauses of 1, 2, 4, 8 and 16 s, times 1.5.
  expect(seconds).toEqual([0, 1.5, 4.5, 10.5, 22.5, 46.5]);
  expect(told()).toEqual(
    [1, 2, 3, 4, 5, 6].map((attempt) => ({ orderId: 'o-1', attempt, final: attempt === 6, gone: false })),
  );
  expect(onError.mock.lastCall?.[0]).toBe(error);
  expect(feed.pending).toBe(0);
});

test('no pause is longer than 30 seconds, or shorter than it is said to be', async () => {
  for (const random of [0, 1]) {
    vi.mocked(Math.random).mockReturnValue(random);
    const { service, outlet } = clientFor(broken);
    await rejection(finished(createOrderFeed(outlet, { onOrder: none }).notify(completed('o-1'))));
    const pauses = service.arrivals.map(({ at }, index, all) => at - (all[index - 1]?.at ?? at));
    const expected = [0, 1, 2, 4, 8, 16].map((pause) => Math.min(pause * (1 + random), 30) * 1_000);
    expect(pauses).toEqual(expected);
  }
});

test.each([
  ['an error', new Error('no')],
  ['a TypeError, as of a bug', new TypeError('not a function')],
  ['no error at all', { a: 'problem' }],
  ['nothing', undefined],
])('an onOrder that throws %s is given a fresh order each time', async (_, thrown) => {
  const { outlet } = clientFor(json({ id: 'o-1', status: 'open' }), json({ id: 'o-1', status: 'complete' }));
  const { onError, told } = listener();
  const onOrder = vi.fn().mockRejectedValueOnce(thrown);
  const feed = createOrderFeed(outlet, { onOrder, onError });
  expect(await finished(feed.notify(completed('o-1')))).toBe('handled');
  expect(onOrder.mock.calls.map(([order]) => order.status)).toEqual(['open', 'complete']);
  expect(onError.mock.calls).toEqual([[thrown, { orderId: 'o-1', attempt: 1, final: false, gone: false }]]);
  expect(told()).toHaveLength(1);
});

test('after the last attempt, promises reject with what it failed with, awaited or not', async () => {
  const { outlet } = clientFor(found);
  const reasons = [1, 2, 3, 4, 5, 6].map((attempt) => ({ attempt }));
  const onOrder = vi.fn();
  for (const reason of reasons) onOrder.mockRejectedValueOnce(reason);
  const feed = createOrderFeed(outlet, { onOrder });
  const [awaited] = [feed.notify(completed('o-1')), feed.notify(completed('o-1'))];
  expect(await rejection(finished(Promise.resolve(awaited)))).toBe(reasons[5]);
  expect(await finished(feed.notify(completed('o-1')))).toBe('handled');
});

test('what is refused at once need not be awaited either', async () => {
  const feed = createOrderFeed(clientFor(found).outlet, { onOrder: none });
  feed.notify(completed('import'));
  await feed.close();
  feed.notify(completed('o-1'));
  Reflect.apply(feed.notify, undefined, []);
  await settled();
  expect(escaped).not.toHaveBeenCalled();
});

test('a 404 is final: the order is gone', async () => {
  const { service, outlet } = clientFor(missing);
  const { onError, told } = listener();
  const feed = createOrderFeed(outlet, { onOrder: () => expect.unreachable(), onError });
  expect(await feed.notify(completed('o-1'))).toBe('gone');
  expect(told()).toEqual([{ orderId: 'o-1', attempt: 1, final: true, gone: true }]);
  expect(onError.mock.lastCall?.[0]).toBeInstanceOf(NotFoundError);
  expect(service.arrivals).toHaveLength(1);
});

test('a 404 of something that onOrder asks for does not make the order gone', async () => {
  const { outlet } = clientFor(found, missing, found, json([]));
  const { onError, told } = listener();
  const onOrder = () => outlet.actionLogs.forOrder('o-1');
  const feed = createOrderFeed(outlet, { onOrder, onError });
  expect(await finished(feed.notify(completed('o-1')))).toBe('handled');
  expect(told()).toEqual([{ orderId: 'o-1', attempt: 1, final: false, gone: false }]);
});

test('nor is what onOrder sends wrongly the last word', async () => {
  const { outlet } = clientFor(found);
  const { onError, told } = listener();
  const onOrder = vi.fn().mockImplementationOnce(() => outlet.orders.get(''));
  const feed = createOrderFeed(outlet, { onOrder, onError });
  expect(await finished(feed.notify(completed('o-1')))).toBe('handled');
  expect(onError.mock.lastCall?.[0]).toBeInstanceOf(RequestValidationError);
  expect(told()).toEqual([{ orderId: 'o-1', attempt: 1, final: false, gone: false }]);
});

test('an id that no order can have is not tried again', async () => {
  const { service, outlet } = clientFor(found);
  const { onError, told } = listener();
  const feed = createOrderFeed(outlet, { onOrder: none, onError });
  const error = await rejection(feed.notify(completed('import')));
  expect(error).toBeInstanceOf(RequestValidationError);
  expect(told()).toEqual([{ orderId: 'import', attempt: 1, final: true, gone: false }]);
  expect(service.arrivals).toEqual([]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('of the listener');
    },
  ],
  ['rejects', () => Promise.reject(new Error('of the listener'))],
])('an onError that %s disturbs nothing', async (_, onError) => {
  const { outlet } = clientFor(broken, found);
  const feed = createOrderFeed(outlet, { onOrder: none, onError });
  expect(await finished(feed.notify(completed('o-1')))).toBe('handled');
});

test('a client that throws at once has failed like any other', async () => {
  const get = vi.fn(() => {
    throw new Error('no');
  });
  const feed = createOrderFeed({ orders: { get } }, { onOrder: none });
  expect(await rejection(finished(feed.notify(completed('o-1'))))).toHaveProperty('message', 'no');
  expect(get).toHaveBeenCalledTimes(6);
});

test('no pause keeps the process open', async () => {
  const { outlet } = clientFor(broken, found);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const feed = createOrderFeed(outlet, { onOrder: none });
  const outcome = feed.notify(completed('o-1'));
  await settled();
  const paused = timers.mock.results.filter((_, index) => timers.mock.calls[index]?.[1] === 1_500);
  expect(paused.map(({ value }) => value.hasRef())).toEqual([false]);
  expect(await finished(outcome)).toBe('handled');
});
