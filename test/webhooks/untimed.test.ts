import { beforeEach, expect, test, vi } from 'vitest';
import { hashAtOnce } from '../hash-at-once.js';
import { delivery, heldHandler, receiver, statusOf, until, watched } from './deliveries.js';

/** Without `updatedAt`, a repeat and the next event look the same. */
const untimed = { event: 'order.complete', id: 'o-1' };

beforeEach(() => {
  vi.useFakeTimers();
  hashAtOnce();
});

/** Sends an event whose handler succeeds after its 503. */
async function lateSuccess(deduplicator = watched().deduplicator) {
  const { runs, onAny, nthRun } = heldHandler();
  const { handle } = receiver({ onAny, deduplicator, responseTimeout: 100 });
  const finishLate = async (nth: number) => {
    const response = statusOf(handle(delivery(untimed)));
    await nthRun(nth);
    await vi.advanceTimersByTimeAsync(100);
    expect(await response).toBe(503);
    runs[nth - 1]?.open('ends');
    await vi.advanceTimersByTimeAsync(1);
  };
  const handleInTime = async (nth: number) => {
    const response = statusOf(handle(delivery(untimed)));
    await nthRun(nth);
    runs[nth - 1]?.open('ends');
    expect(await response).toBe(200);
  };
  await finishLate(1);
  return { handle, runs, finishLate, handleInTime };
}

test('every event without updatedAt is handled if its handler is in time', async () => {
  const { handle, handled } = receiver();
  for (let n = 0; n < 3; n += 1) expect(await statusOf(handle(delivery(untimed)))).toBe(200);
  expect(handled).toHaveLength(3);
});

test('after a late success, exactly one repeat is acknowledged without handling it', async () => {
  const { handle, runs, handleInTime } = await lateSuccess();
  expect(await statusOf(handle(delivery(untimed)))).toBe(200);
  expect(runs).toHaveLength(1);
  await handleInTime(2);
  await handleInTime(3);
});

test('each late success acknowledges one repeat of its own', async () => {
  const { handle, runs, finishLate, handleInTime } = await lateSuccess();
  expect(await statusOf(handle(delivery(untimed)))).toBe(200);
  await finishLate(2);
  expect(await statusOf(handle(delivery(untimed)))).toBe(200);
  expect(runs).toHaveLength(2);
  await handleInTime(3);
});

test('a late success acknowledges one repeat in all processes together', async () => {
  const { deduplicator } = watched();
  await lateSuccess(deduplicator);
  const others = [receiver({ deduplicator }), receiver({ deduplicator }), receiver({ deduplicator })];
  for (const { handle } of others) expect(await statusOf(handle(delivery(untimed)))).toBe(200);
  expect(others.flatMap(({ handled }) => handled)).toHaveLength(2);
});

test('an event that differs from the late one is handled', async () => {
  const { handle, runs } = await lateSuccess();
  const response = statusOf(handle(delivery({ ...untimed, status: 'open' })));
  await until(() => runs.length === 2);
  runs[1]?.open('ends');
  expect(await response).toBe(200);
});

test('a repeat that waits while the first one is late is acknowledged with it', async () => {
  const { runs, onAny, nthRun } = heldHandler();
  const { calls, deduplicator } = watched();
  const { handle } = receiver({ onAny, deduplicator, responseTimeout: 300 });
  const first = statusOf(handle(delivery(untimed)));
  await nthRun(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(await first).toBe(503);
  const second = statusOf(handle(delivery(untimed)));
  await until(() => calls.includes('claim busy'));
  runs[0]?.open('ends');
  await vi.advanceTimersByTimeAsync(250);
  expect(await second).toBe(200);
  expect(runs).toHaveLength(1);
});

test('an event that waits for an equal one is handled after it', async () => {
  const { runs, onAny, nthRun } = heldHandler();
  const { calls, deduplicator } = watched();
  const { handle } = receiver({ onAny, deduplicator });
  const first = statusOf(handle(delivery(untimed)));
  await nthRun(1);
  const second = statusOf(handle(delivery(untimed)));
  await until(() => calls.includes('claim busy'));
  runs[0]?.open('ends');
  await vi.advanceTimersByTimeAsync(250);
  await nthRun(2);
  runs[1]?.open('ends');
  expect(await Promise.all([first, second])).toEqual([200, 200]);
});
