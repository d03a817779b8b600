import { TimeoutError } from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  deaf,
  finished,
  hang,
  hangingBody,
  json,
  order,
  rejection,
  scriptedService,
} from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const slowlyEndingBody = () =>
  new Response(
    new ReadableStream({
      async start(controller) {
        for (const part of ['{"id"', ':"o-', '1"}']) {
          controller.enqueue(new TextEncoder().encode(part));
          await new Promise((resolve) => setTimeout(resolve, 400));
        }
        controller.close();
      },
    }),
  );

describe('timeout', () => {
  test.each([
    ['an answer that never comes', hang],
    ['a fetch that ignores its signal', deaf],
    ['a body that stops', hangingBody],
    ['a body that drips', slowlyEndingBody],
  ])('ends %s', async (_, step) => {
    const service = scriptedService(step);
    const outlet = clientOf(service, { timeout: 1_000, maxRetries: 0 });
    const error = rejection(outlet.orders.create(order));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await error).toBeInstanceOf(TimeoutError);
    expect(await error).toMatchObject({ attempts: 1, outcome: 'unknown' });
    await vi.runAllTimersAsync();
  });

  test('leaves a body alone that ends in time', async () => {
    const call = clientOf(scriptedService(slowlyEndingBody), { timeout: 2_000 }).orders.get('o-1');
    expect(await finished(call)).toEqual({ id: 'o-1' });
  });

  test('holds for each attempt, and the next one may end better', async () => {
    const service = scriptedService(hang, json({ id: 'o-1' }));
    const call = clientOf(service, { timeout: 1_000 }).orders.create(order);
    expect(await finished(call)).toEqual({ id: 'o-1' });
    expect(service.arrivals).toHaveLength(2);
  });

  test('does not run while the call waits for its turn', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { timeout: 500, rateLimit: { requests: 1, perMs: 5_000 } });
    await finished(Promise.all([outlet.orders.get('o-1'), outlet.orders.get('o-2')]));
    expect(service.arrivals).toHaveLength(2);
  });

  test('of one call goes before that of the client, and may be longer than a timer can hold', async () => {
    const service = scriptedService(slowlyEndingBody);
    const outlet = clientOf(service, { timeout: 10 });
    expect(await finished(outlet.orders.get('o-1', { timeout: Number.POSITIVE_INFINITY }))).toEqual({
      id: 'o-1',
    });
    expect(await finished(outlet.orders.get('o-1', { timeout: 2 ** 40 }))).toEqual({ id: 'o-1' });
  });
});

describe('deadline', () => {
  test('ends a call that waits for its turn: it was not sent', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { rateLimit: { requests: 1, perMs: 60_000 } });
    await outlet.orders.get('o-1');
    const error = rejection(outlet.orders.create(order, { deadline: 1_000 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await error).toBeInstanceOf(TimeoutError);
    expect(await error).toMatchObject({ attempts: 0, outcome: 'not-sent' });
    await vi.runAllTimersAsync();
    expect(service.arrivals).toHaveLength(1);
  });

  test.each([
    ['during the send', hang],
    ['during the body', hangingBody],
    ['while a fetch ignores its signal', deaf],
  ])('ends a call %s', async (_, step) => {
    const error = rejection(clientOf(scriptedService(step)).orders.create(order, { deadline: 1_000 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await error).toMatchObject({ name: 'TimeoutError', attempts: 1, outcome: 'unknown' });
  });

  test('ends a call between two attempts', async () => {
    const service = scriptedService(json({ code: 500 }, 500));
    const error = rejection(clientOf(service).orders.create(order, { deadline: 200 }));
    await vi.advanceTimersByTimeAsync(200);
    expect(await error).toMatchObject({ name: 'TimeoutError', attempts: 1, outcome: 'unknown' });
  });

  test('spans all attempts', async () => {
    const service = scriptedService(hang);
    const outlet = clientOf(service, { timeout: 1_000, deadline: 5_000 });
    const error = rejection(outlet.orders.get('o-1'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await error).toMatchObject({ name: 'TimeoutError', message: expect.stringContaining('deadline') });
    expect(service.arrivals.length).toBeGreaterThan(1);
  });
});
