import { createOrderFeed } from 'outlet-open-api/sync';
import { beforeEach, expect, test, vi } from 'vitest';
import { clientOf, json, rejection, scriptedService } from '../../../support/services/scripted-service.js';
import { completed, noon, notify } from './by-hand.js';

beforeEach(() => void vi.useFakeTimers({ now: noon }));

const minute = 60_000;

test('events of an outage are kept, and their orders are read when it ends', async () => {
  let isDown = false;
  const service = scriptedService(({ url }) =>
    isDown ? json({ code: 503 }, 503) : json({ id: url.pathname.split('/').at(-1) }),
  );
  const outlet = clientOf(service);
  await outlet.orders.get('before');
  isDown = true;
  const calls = Array.from({ length: 40 }, () => rejection(outlet.orders.get('during')));
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all(calls);
  expect(outlet.rateLimitState.outageSince).toBeInstanceOf(Date);

  const onOrder = vi.fn();
  const onError = vi.fn();
  const feed = createOrderFeed({ outlet, onOrder, onError });
  const outcomes = Array.from({ length: 20 }, (_, index) => notify(feed, completed(`o-${index}`)));
  await vi.advanceTimersByTimeAsync(20 * minute);
  expect(onOrder).not.toHaveBeenCalled();
  expect(feed.pending).toBe(20);

  isDown = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await Promise.all(outcomes)).toEqual(Array(20).fill('handled'));
  expect(onOrder).toHaveBeenCalledTimes(20);
  expect(onError.mock.calls.every(([, { isFinal }]) => !isFinal)).toBe(true);
});
