import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeOutlet } from '../../../src/testing/index.js';
import { send } from './send.js';

const second = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A fake with a webhook that failed, and whose retry starts in 60 seconds. Returns how often it was sent. */
async function fakeWithRetry() {
  let attempts = 0;
  const fake = createFakeOutlet({
    empty: true,
    webhookRetryDelay: 60 * second,
    webhookFetch: async () => {
      attempts += 1;
      return new Response(null, { status: 500 });
    },
  });
  fake.key('order-data').webhookUrl = 'https://partner.example/';
  fake.sendEvent({ event: 'order.complete', key: 'order-data', id: 'o-1' });
  await fake.idle({ skipRetries: true });
  return { fake, attempts: () => attempts };
}

describe('a clock that is held', () => {
  it('starts no retry, and keeps its time', async () => {
    const { fake, attempts } = await fakeWithRetry();
    fake.clock.hold();
    fake.clock.hold();
    const time = fake.clock.now();
    await vi.advanceTimersByTimeAsync(300 * second);
    expect([fake.clock.now() - time, attempts()]).toEqual([0, 1]);
  });

  it('catches up when it is resumed, and starts what is due', async () => {
    const { fake, attempts } = await fakeWithRetry();
    const start = fake.clock.now();
    fake.clock.hold();
    await vi.advanceTimersByTimeAsync(61 * second);
    fake.clock.resume();
    await fake.idle({ skipRetries: true });
    expect([fake.clock.now() - start, attempts()]).toEqual([61 * second, 2]);
  });

  it('starts a retry on time if it is resumed before', async () => {
    const { fake, attempts } = await fakeWithRetry();
    fake.clock.hold();
    await vi.advanceTimersByTimeAsync(30 * second);
    fake.clock.resume();
    await vi.advanceTimersByTimeAsync(29 * second);
    expect(attempts()).toBe(1);
    await vi.advanceTimersByTimeAsync(second);
    expect(attempts()).toBe(2);
  });

  it('moves ahead only as far as it is advanced', async () => {
    const { fake, attempts } = await fakeWithRetry();
    const start = fake.clock.now();
    fake.clock.hold();
    fake.clock.advance(59 * second);
    expect(attempts()).toBe(1);
    fake.clock.advance(second);
    await vi.advanceTimersByTimeAsync(10 * second);
    expect([fake.clock.now() - start, attempts()]).toEqual([60 * second, 2]);
  });

  it('begins no new window of the rate limit', async () => {
    const fake = createFakeOutlet({ empty: true });
    fake.clock.hold();
    const statuses: number[] = [];
    for (const pause of [0, 0, 0, 0, 0, 5 * second]) {
      await vi.advanceTimersByTimeAsync(pause);
      statuses.push((await send(fake, 'GET /channels', { as: 'order-data' })).status);
    }
    fake.clock.resume();
    statuses.push((await send(fake, 'GET /channels', { as: 'order-data' })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200]);
  });

  it('runs again after a reset', async () => {
    const { fake } = await fakeWithRetry();
    fake.clock.hold();
    fake.reset();
    await vi.advanceTimersByTimeAsync(second);
    expect(fake.clock.now()).toBe(Date.now());
  });
});

it('A clock that was advanced starts a later retry on time', async () => {
  const { fake, attempts } = await fakeWithRetry();
  fake.clock.advance(50 * second);
  await vi.advanceTimersByTimeAsync(10 * second);
  expect(attempts()).toBe(2);
});
