import type { WebhookEvent } from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hashAtOnce } from '../../support/time/hash-at-once.js';
import { complete, heldHandler, heldReceiver, receiver, until } from './deliveries.js';

const cancelled = { ...complete, event: 'order.cancelled', updatedAt: '2026-11-01T12:00:01.000Z' };

beforeEach(() => {
  vi.useFakeTimers();
  hashAtOnce();
});

describe('handlers of one order', () => {
  test('run one after another, in the sequence of arrival', async () => {
    const calls: string[] = [];
    const times: Record<string, number> = { 'order.complete': 300, 'order.cancelled': 1 };
    const onAny = async ({ event }: WebhookEvent) => {
      calls.push(`${event} begins`);
      await new Promise((resolve) => setTimeout(resolve, times[event]));
      calls.push(`${event} ends`);
    };
    const { deliver } = receiver({ onAny });
    const statuses = Promise.all([deliver(complete), deliver(cancelled)]);
    await until(() => calls.length > 0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await statuses).toEqual([200, 200]);
    expect(calls).toEqual([
      ...['order.complete begins', 'order.complete ends'],
      ...['order.cancelled begins', 'order.cancelled ends'],
    ]);
  });

  test('do not wait for those of another order', async () => {
    const { deliver, runs, nthRun } = heldReceiver();
    const statuses = [deliver(complete), deliver({ ...complete, id: 'o-2' })];
    await nthRun(2);
    for (const run of runs) run.open('ends');
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });

  test('and those of an event without an ID run one after another, so that no older menu follows a newer one', async () => {
    const { deliver, runs, nthRun } = heldReceiver();
    const published = { event: 'menus.published', updatedAt: complete.updatedAt };
    const tables = { event: 'channels.published', updatedAt: complete.updatedAt };
    const first = deliver(published);
    const second = deliver({ ...published, updatedAt: cancelled.updatedAt });
    const other = deliver(tables);
    await nthRun(2);
    expect(runs.map(({ event }) => event.event)).toEqual(['menus.published', 'channels.published']);
    for (const run of [...runs]) run.open('ends');
    await nthRun(3);
    runs[2]?.open('ends');
    expect(await Promise.all([first, second, other])).toEqual([200, 200, 200]);
  });

  test('do not wait for those of another outlet whose order has the same id', async () => {
    const { deliver, runs, nthRun } = heldReceiver();
    const statuses = ['north', 'south'].map((outletRef) =>
      deliver(complete, `https://receiver.example/${outletRef}`),
    );
    await nthRun(2);
    for (const run of runs) run.open('ends');
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });

  test('run one after another also after a failure', async () => {
    const { deliver, runs, nthRun } = heldReceiver();
    const first = deliver(complete);
    const second = deliver(cancelled);
    await nthRun(1);
    runs[0]?.open('fails');
    expect(await first).toBe(503);
    await nthRun(2);
    runs[1]?.open('ends');
    expect(await second).toBe(200);
  });

  test('that wait longer than responseTimeout get 503, and run when the earlier ones have ended', async () => {
    const { deliver, errors, lines, runs, nthRun } = heldReceiver({ responseTimeout: 100 });
    const statuses = [deliver(complete), deliver(cancelled)];
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.all(statuses)).toEqual([503, 503]);
    expect(errors).toHaveLength(1);
    expect(lines).toEqual([expect.stringContaining('order.cancelled got 503')]);
    runs[0]?.open('ends');
    await nthRun(2);
    expect(runs[1]?.event.event).toBe('order.cancelled');
    runs[1]?.open('ends');
    await vi.advanceTimersByTimeAsync(0);
    expect(await deliver(cancelled)).toBe(200);
    expect(runs).toHaveLength(2);
  });
});

describe('a handler that hangs', () => {
  test('is aborted after handlerTimeout, and a repeat is handled', async () => {
    const { deliver, errors, runs, nthRun } = heldReceiver({ handlerTimeout: 10_000 });
    const first = deliver();
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await first).toBe(503);
    expect(runs[0]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs[0]?.signal?.reason).toHaveProperty('name', 'TimeoutError');
    expect(errors.at(-1)).toMatchObject({
      error: { message: expect.stringContaining('longer than handlerTimeout') },
      failure: { step: 'handle', event: { id: 'o-1' } },
    });

    const second = deliver();
    await nthRun(2);
    runs[1]?.open('ends');
    expect(await second).toBe(200);
  });

  test('has 60 seconds by default, counted from its start', async () => {
    const { deliver, runs, nthRun } = heldReceiver();
    const statuses = [deliver(complete), deliver(cancelled)];
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(runs).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await nthRun(2);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(runs[1]?.signal?.aborted).toBe(false);
    runs[1]?.open('ends');
    expect(await Promise.all(statuses)).toEqual([503, 503]);
    await until(() => vi.getTimerCount() === 0);
  });

  test('changes nothing if it succeeds or fails later', async () => {
    const { deliver, errors, runs, nthRun } = heldReceiver({ handlerTimeout: 50 });
    const statuses = [deliver(), deliver({ ...complete, id: 'o-2' })];
    await nthRun(2);
    await vi.advanceTimersByTimeAsync(50);
    expect(await Promise.all(statuses)).toEqual([503, 503]);
    runs[0]?.open('ends');
    runs[1]?.open('fails');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(errors).toHaveLength(2);
    const repeated = deliver();
    await nthRun(3);
    runs[2]?.open('ends');
    expect(await repeated).toBe(200);
  });

  test('keeps onAny from running after the handler of the event', async () => {
    const { runs, onAny: slow, nthRun } = heldHandler();
    const onAny = vi.fn();
    const { deliver } = receiver({ on: { 'order.complete': slow }, onAny, handlerTimeout: 50 });
    const status = deliver();
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(50);
    expect(await status).toBe(503);
    runs[0]?.open('ends');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onAny).not.toHaveBeenCalled();
  });
});
