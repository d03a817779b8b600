import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Throttle } from '../../src/rate-limit/throttle.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ceiling = { requests: 5, perMs: 1_000 };

/** Passes so many requests, and notes when. */
function passing(throttle: Throttle, count: number): number[] {
  const passed: number[] = [];
  const begin = performance.now();
  for (let requests = 0; requests < count; requests += 1) {
    throttle.pass(() => passed.push(Math.round(performance.now() - begin)));
  }
  return passed;
}

test('passes what is within the ceiling before it returns, and no more', async () => {
  const passed = passing(new Throttle(() => ceiling), 12);
  expect(passed).toEqual([0, 0, 0, 0, 0]);
  await vi.runAllTimersAsync();
  expect(passed.slice(5)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 2_000, 2_000]);
});

test('does not wait for a wall clock that was set back', () => {
  const throttle = new Throttle(() => ceiling);
  passing(throttle, 5);
  vi.setSystemTime(Date.now() - 900);
  expect(passing(throttle, 1)).toEqual([0]);
});

test('leaves no timer behind when everybody has left', async () => {
  const throttle = new Throttle(() => ceiling);
  const passed = passing(throttle, 12);
  throttle.leave();
  expect(vi.getTimerCount()).toBe(0);
  await vi.runAllTimersAsync();
  expect(passed).toHaveLength(5);
});
