import {
  AuthenticationError,
  NotFoundError,
  PermissionDeniedError,
  RequestValidationError,
} from 'outlet-open-api';
import { createOrderFeed, type OrderFeedErrorInfo } from 'outlet-open-api/sync';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  finished,
  json,
  rejection,
  type ScriptedService,
  type Step,
  scriptedService,
} from '../../../support/services/scripted-service.js';
import { completed, noon, notify, settled } from './by-hand.js';

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

const found = json({ id: 'o-1' });
const broken = json({ code: 500, message: 'No' }, 500);
const missing = json({ code: 404, message: 'No' }, 404);

/** A client that does not retry. */
const clientFor = (...steps: Step[]) => {
  const service = scriptedService(...steps);
  return { service, outlet: clientOf(service, { rateLimit: false, maxRetries: 0 }) };
};
const none = () => {};
const secondsOf = ({ arrivals }: ScriptedService) => arrivals.map(({ at }) => (at - noon) / 1_000);

/** An `onError`, and what it was called with, without the errors. */
function listener() {
  const onError = vi.fn((_error: unknown, _info: OrderFeedErrorInfo) => {});
  return { onError, reports: () => onError.mock.calls.map(([, info]) => info) };
}

test('a fetch that fails is retried 5 times, after growing pauses', async () => {
  const { service, outlet } = clientFor(broken);
  const { onError, reports } = listener();
  const feed = createOrderFeed({ outlet, onOrder: () => expect.unreachable(), onError });
  const error = await rejection(finished(notify(feed, completed('o-1'))));
  expect(error).toHaveProperty('name', 'InternalServerError');
  // Pauses of 1, 2, 4, 8 and 16 s, times 1.5.
  expect(secondsOf(service)).toEqual([0, 1.5, 4.5, 10.5, 22.5, 46.5]);
  expect(reports()).toEqual(
    [1, 2, 3, 4, 5, 6].map((attempt) => ({ keyRef: '', orderId: 'o-1', attempt, isFinal: attempt === 6 })),
  );
  expect(onError.mock.lastCall?.[0]).toBe(error);
  expect(feed.pending).toBe(0);
});

test('each pause is up to twice as long, and at most 30 seconds', async () => {
  for (const random of [0, 1]) {
    vi.mocked(Math.random).mockReturnValue(random);
    const { service, outlet } = clientFor(broken);
    await rejection(
      finished(notify(createOrderFeed({ outlet, onOrder: none, onError: none }), completed('o-1'))),
    );
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
])('an onOrder that throws %s gets a fresh order with each attempt', async (_, thrown) => {
  const { outlet } = clientFor(json({ id: 'o-1', status: 'open' }), json({ id: 'o-1', status: 'complete' }));
  const { onError, reports } = listener();
  const onOrder = vi.fn().mockRejectedValueOnce(thrown);
  const feed = createOrderFeed({ outlet, onOrder, onError });
  expect(await finished(notify(feed, completed('o-1')))).toBe('handled');
  expect(onOrder.mock.calls.map(([order]) => order.status)).toEqual(['open', 'complete']);
  expect(onError.mock.calls).toEqual([[thrown, { keyRef: '', orderId: 'o-1', attempt: 1, isFinal: false }]]);
  expect(reports()).toHaveLength(1);
});

test('after the last attempt, promises reject with its error, awaited or not', async () => {
  const { outlet } = clientFor(found);
  const reasons = [1, 2, 3, 4, 5, 6].map((attempt) => ({ attempt }));
  const onOrder = vi.fn();
  for (const reason of reasons) onOrder.mockRejectedValueOnce(reason);
  const feed = createOrderFeed({ outlet, onOrder, onError: none });
  const [awaited] = [notify(feed, completed('o-1')), notify(feed, completed('o-1'))];
  expect(await rejection(finished(Promise.resolve(awaited)))).toBe(reasons[5]);
  expect(await finished(notify(feed, completed('o-1')))).toBe('handled');
});

test('a promise that rejects at once need not be awaited', async () => {
  const feed = createOrderFeed({ outlet: clientFor(found).outlet, onOrder: none, onError: none });
  notify(feed, completed('import'));
  await feed.close();
  notify(feed, completed('o-1'));
  Reflect.apply(feed.receive, undefined, []);
  // Vitest fails the run on an unhandled rejection.
  await settled();
});

test('a 404 is retried after short pauses, and then final', async () => {
  const { service, outlet } = clientFor(missing);
  const { onError, reports } = listener();
  const feed = createOrderFeed({ outlet, onOrder: () => expect.unreachable(), onError });
  expect(await finished(notify(feed, completed('o-1')))).toBe('not-found');
  // Pauses of 0.4 and 0.8 s, times 1.5. At most 2.4 s in all, so that the delivery gets its response in time.
  expect(secondsOf(service)).toEqual([0, 0.6, 1.8]);
  expect(reports()).toEqual(
    [1, 2, 3].map((attempt) => ({ keyRef: '', orderId: 'o-1', attempt, isFinal: attempt === 3 })),
  );
  for (const [error] of onError.mock.calls) expect(error).toBeInstanceOf(NotFoundError);
});

test('an order that is missing right after its event is handled when it appears', async () => {
  const { outlet } = clientFor(missing, missing, found);
  const { onError, reports } = listener();
  const onOrder = vi.fn();
  const feed = createOrderFeed({ outlet, onOrder, onError });
  expect(await finished(notify(feed, completed('o-1')))).toBe('handled');
  expect(onOrder).toHaveBeenCalledTimes(1);
  expect(reports().map(({ isFinal }) => isFinal)).toEqual([false, false]);
});

test('a 404 after other failures is final when a new order would have appeared', async () => {
  const { service, outlet } = clientFor(broken, broken, broken, missing);
  const feed = createOrderFeed({ outlet, onOrder: none, onError: none });
  expect(await finished(notify(feed, completed('o-1')))).toBe('not-found');
  expect(service.arrivals).toHaveLength(4);
});

test.each([
  [401, AuthenticationError],
  [403, PermissionDeniedError],
])('a %d is final, and reported once for an order', async (status, type) => {
  const { service, outlet } = clientFor(json({ code: status, message: 'No' }, status));
  const { onError, reports } = listener();
  const feed = createOrderFeed({ outlet, onOrder: () => expect.unreachable(), onError });
  const error = await rejection(finished(notify(feed, completed('o-1'))));
  expect(error).toBeInstanceOf(type);
  expect(reports()).toEqual([{ keyRef: '', orderId: 'o-1', attempt: 1, isFinal: true }]);
  expect(onError.mock.lastCall?.[0]).toBe(error);
  expect(service.arrivals).toHaveLength(1);
});

test.each([
  [401, json({ code: 401, message: 'No' }, 401)],
  [404, missing],
])('a %d of a call that onOrder makes is retried like any error', async (_, response) => {
  const { outlet } = clientFor(found, response, found, json([]));
  const { onError, reports } = listener();
  const onOrder = () => outlet.actionLogs.forOrder('o-1');
  const feed = createOrderFeed({ outlet, onOrder, onError });
  expect(await finished(notify(feed, completed('o-1')))).toBe('handled');
  expect(reports()).toEqual([{ keyRef: '', orderId: 'o-1', attempt: 1, isFinal: false }]);
});

test('a RequestValidationError in onOrder is retried like any error', async () => {
  const { outlet } = clientFor(found);
  const { onError, reports } = listener();
  const onOrder = vi.fn().mockImplementationOnce(() => outlet.orders.get(''));
  const feed = createOrderFeed({ outlet, onOrder, onError });
  expect(await finished(notify(feed, completed('o-1')))).toBe('handled');
  expect(onError.mock.lastCall?.[0]).toBeInstanceOf(RequestValidationError);
  expect(reports()).toEqual([{ keyRef: '', orderId: 'o-1', attempt: 1, isFinal: false }]);
});

test('an invalid id is not retried', async () => {
  const { service, outlet } = clientFor(found);
  const { onError, reports } = listener();
  const feed = createOrderFeed({ outlet, onOrder: none, onError });
  const error = await rejection(notify(feed, completed('import')));
  expect(error).toBeInstanceOf(RequestValidationError);
  expect(reports()).toEqual([{ keyRef: '', orderId: 'import', attempt: 1, isFinal: true }]);
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
])('an onError that %s changes nothing', async (_, onError) => {
  const { outlet } = clientFor(broken, found);
  const feed = createOrderFeed({ outlet, onOrder: none, onError });
  expect(await finished(notify(feed, completed('o-1')))).toBe('handled');
});

test('a client that throws is retried like one that rejects', async () => {
  const { outlet } = clientFor(found);
  const get = vi.spyOn(outlet.orders, 'get').mockImplementation(() => {
    throw new Error('no');
  });
  const feed = createOrderFeed({ outlet, onOrder: none, onError: none });
  expect(await rejection(finished(notify(feed, completed('o-1'))))).toHaveProperty('message', 'no');
  expect(get).toHaveBeenCalledTimes(6);
});

test('a pause keeps the process open, so that a script waits for its orders', async () => {
  const { outlet } = clientFor(broken, found);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const feed = createOrderFeed({ outlet, onOrder: none });
  const outcome = notify(feed, completed('o-1'));
  await settled();
  const paused = timers.mock.results.filter((_, index) => timers.mock.calls[index]?.[1] === 1_500);
  expect(paused.map(({ value }) => value.hasRef())).toEqual([true]);
  expect(await finished(outcome)).toBe('handled');
});

describe('without onError', () => {
  test('the first and the last error of onOrder are logged with the order id', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(none);
    const failure = new Error('The database is down');
    const feed = createOrderFeed({ outlet: clientFor(found).outlet, onOrder: () => Promise.reject(failure) });
    expect(await rejection(finished(notify(feed, completed('o-1'))))).toBe(failure);
    expect(log.mock.calls).toEqual([
      [expect.stringContaining('Handling an order failed'), { keyRef: '', orderId: 'o-1', error: failure }],
      [
        expect.stringContaining('stopped retrying an order'),
        { keyRef: '', orderId: 'o-1', attempt: 6, error: failure },
      ],
    ]);
  });

  test('a clock that fails is not logged as onOrder', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(none);
    const now = vi.fn(() => new Date()).mockRejectedValueOnce(new Error('The database is down'));
    const feed = createOrderFeed({ outlet: clientFor(found).outlet, now, onOrder: none });
    expect(await finished(notify(feed, completed('o-1')))).toBe('handled');
    expect(log.mock.calls).toEqual([[expect.not.stringContaining('onOrder'), expect.anything()]]);
  });

  test('a logger gets what the console would get, and pino the details first', async () => {
    const logger = { warn: vi.fn(), error: vi.fn(), bindings: none };
    const failure = new Error('The database is down');
    const outlet = clientFor(found).outlet;
    const feed = createOrderFeed({ outlet, onOrder: () => Promise.reject(failure), logger });
    await rejection(finished(notify(feed, completed('o-1'))));
    const details = { keyRef: '', orderId: 'o-1', error: failure };
    expect(logger.error.mock.calls[0]).toEqual([
      details,
      expect.stringContaining('outlet-open-api: Handling'),
    ]);
  });

  test('an order that is not found is logged, also if no event named it', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(none);
    const feed = createOrderFeed({ outlet: clientFor(missing).outlet, onOrder: none });
    await finished(notify(feed, completed('o-1')));
    await finished(feed.refresh('o-2'));
    const line = expect.stringMatching(/the order feed skipped it.* webhook URL of another outlet/);
    expect(log.mock.calls).toEqual(['o-1', 'o-2'].map((orderId) => [line, { keyRef: '', orderId }]));
  });

  test('a failed read that is retried with success is not logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(none);
    const feed = createOrderFeed({ outlet: clientFor(broken, found).outlet, onOrder: none });
    expect(await finished(notify(feed, completed('o-1')))).toBe('handled');
    expect(log).not.toHaveBeenCalled();
  });
});
