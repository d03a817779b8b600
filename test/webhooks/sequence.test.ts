import { createMemoryDeduplicator, type Deduplicator, type WebhookEvent } from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hashAtOnce } from '../hash-at-once.js';
import { complete, delivery, heldHandler, receiver, statusOf, until, watched } from './deliveries.js';

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
    const { handle } = receiver({ onAny });
    const statuses = Promise.all([
      statusOf(handle(delivery(complete))),
      statusOf(handle(delivery(cancelled))),
    ]);
    await until(() => calls.length > 0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await statuses).toEqual([200, 200]);
    expect(calls).toEqual([
      ...['order.complete begins', 'order.complete ends'],
      ...['order.cancelled begins', 'order.cancelled ends'],
    ]);
  });

  test('do not wait for a repeat that arrived before them and lost the claim', async () => {
    const memory = createMemoryDeduplicator();
    let claims = 0;
    let open = () => {};
    const secondHasClaimed = new Promise<void>((resolve) => {
      open = resolve;
    });
    const deduplicator: Deduplicator = {
      ...memory,
      async claim(key, options) {
        claims += 1;
        if (claims === 1) await secondHasClaimed;
        const claim = await memory.claim(key, options);
        open();
        return claim;
      },
    };
    const calls: string[] = [];
    const { handle } = receiver({ deduplicator, onAny: ({ event }) => void calls.push(event) });

    const statuses = Promise.all([1, 2].map(() => statusOf(handle(delivery(complete)))));
    await vi.advanceTimersByTimeAsync(1_000);

    expect(calls).toEqual(['order.complete']);
    expect(await statuses).toEqual([200, 200]);
  });

  test('run at the same time if sequential is false', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { handle } = receiver({ onAny, sequential: false });
    const statuses = [complete, cancelled].map((event) => statusOf(handle(delivery(event))));
    await nthRun(2);
    for (const run of runs) run.open('ends');
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });

  test('do not wait for those of another order', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { handle } = receiver({ onAny });
    const statuses = [
      statusOf(handle(delivery(complete))),
      statusOf(handle(delivery({ ...complete, id: 'o-2' }))),
    ];
    await nthRun(2);
    for (const run of runs) run.open('ends');
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });

  test('do not wait for those of another outlet whose order has the same id', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { handle } = receiver({ onAny });
    const statuses = ['north', 'south'].map((outletRef) =>
      statusOf(handle(delivery(complete, `https://receiver.example/${outletRef}`))),
    );
    await nthRun(2);
    for (const run of runs) run.open('ends');
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });

  test('run one after another also after a failure', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { handle } = receiver({ onAny });
    const first = statusOf(handle(delivery(complete)));
    const second = statusOf(handle(delivery(cancelled)));
    await nthRun(1);
    runs[0]?.open('fails');
    expect(await first).toBe(503);
    await nthRun(2);
    runs[1]?.open('ends');
    expect(await second).toBe(200);
  });

  test('that wait longer than responseTimeout get 503, and run when the earlier ones have ended', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { calls, deduplicator } = watched();
    const { handle, errors, lines } = receiver({ onAny, deduplicator, responseTimeout: 100 });
    const statuses = [statusOf(handle(delivery(complete))), statusOf(handle(delivery(cancelled)))];
    await nthRun(1);
    await until(() => calls.length === 2);
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.all(statuses)).toEqual([503, 503]);
    expect(errors).toHaveLength(1);
    expect(lines).toEqual([expect.stringContaining('order.cancelled got 503')]);
    runs[0]?.open('ends');
    await nthRun(2);
    expect(runs[1]?.event.event).toBe('order.cancelled');
    runs[1]?.open('ends');
    await vi.advanceTimersByTimeAsync(0);
    expect(await statusOf(handle(delivery(cancelled)))).toBe(200);
    expect(runs).toHaveLength(2);
  });
});

describe('a handler that hangs', () => {
  test('is aborted after handlerTimeout, and its claim is released', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { calls, deduplicator } = watched();
    const { handle, errors } = receiver({
      onAny,
      deduplicator,
      handlerTimeout: 10_000,
      leaseDuration: 60_000,
    });
    const first = statusOf(handle(delivery()));
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await first).toBe(503);
    expect(runs[0]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs[0]?.signal?.reason).toHaveProperty('name', 'TimeoutError');
    expect(calls).toEqual(['claim run', 'release']);
    expect(errors.at(-1)).toMatchObject({
      error: { message: expect.stringContaining('longer than handlerTimeout') },
      failure: { step: 'handle', event: { id: 'o-1' } },
    });

    const second = statusOf(handle(delivery()));
    await nthRun(2);
    runs[1]?.open('ends');
    expect(await second).toBe(200);
  });

  test('has 60 seconds by default, counted from its start', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { handle } = receiver({ onAny });
    const statuses = [statusOf(handle(delivery(complete))), statusOf(handle(delivery(cancelled)))];
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
    const { runs, onAny, nthRun } = heldHandler();
    const { calls, deduplicator } = watched();
    const { handle, errors } = receiver({ onAny, deduplicator, handlerTimeout: 50 });
    const statuses = [statusOf(handle(delivery())), statusOf(handle(delivery({ ...complete, id: 'o-2' })))];
    await nthRun(2);
    await vi.advanceTimersByTimeAsync(50);
    expect(await Promise.all(statuses)).toEqual([503, 503]);
    runs[0]?.open('ends');
    runs[1]?.open('fails');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls).not.toContain('done');
    expect(errors).toHaveLength(2);
  });

  test('keeps onAny from running after the handler of the event', async () => {
    const { runs, onAny: slow, nthRun } = heldHandler();
    const onAny = vi.fn();
    const { handle } = receiver({ on: { 'order.complete': slow }, onAny, handlerTimeout: 50 });
    const status = statusOf(handle(delivery()));
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(50);
    expect(await status).toBe(503);
    runs[0]?.open('ends');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onAny).not.toHaveBeenCalled();
  });
});
