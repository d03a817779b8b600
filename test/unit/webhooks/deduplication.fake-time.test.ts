import fc from 'fast-check';
import { createWebhookHandler } from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { runs } from '../../support/runs.js';
import { hashAtOnce } from '../../support/time/hash-at-once.js';
import { complete, delivery, heldReceiver, receiver, statusOf, until } from './deliveries.js';

/** Lets deliveries that have arrived reach their handlers, or wait for one. */
const arrived = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  hashAtOnce();
});

describe('two deliveries', () => {
  test.each([
    ['are the same whatever else they contain', { ...complete, more: 1 }, 1],
    ['differ by their event', { ...complete, event: 'order.cancelled' }, 2],
    ['differ by their id', { ...complete, id: 'o-2' }, 2],
    [
      'differ by updatedAt, because one order can complete several times',
      { ...complete, updatedAt: '2026-11-01T12:00:00.001Z' },
      2,
    ],
  ])('%s §events.rule-6.repeats §events.rule-4', async (_, body, times) => {
    const { deliver, handled } = receiver();
    for (const one of [complete, body, complete, body]) expect(await deliver(one)).toBe(200);
    expect(handled).toHaveLength(times);
  });

  test.each([
    ['without an id', { updatedAt: complete.updatedAt }],
    ['with an id that is not a string', { id: 7, updatedAt: complete.updatedAt }],
  ])('%s differ by their bodies', async (_, rest) => {
    const { handle, handled } = receiver();
    for (const status of ['open', 'inKitchen', 'open']) {
      await handle(delivery({ event: 'order.statusUpdated', status, ...rest }));
    }
    expect(handled).toHaveLength(2);
  });

  test('of unknown events differ by their names', async () => {
    const { handle, handled } = receiver();
    for (const event of ['order.moved', 'order.split', 'order.moved'])
      await handle(delivery({ ...complete, event }));
    expect(handled).toEqual(['order.moved', 'order.split']);
  });

  test('are the same however their body was read', async () => {
    const { handle, handled } = receiver();
    const thin = { event: 'menus.published', updatedAt: complete.updatedAt };
    await handle(delivery(thin));
    await handle(delivery(''), { body: thin });
    await handle(delivery(''), { body: Buffer.from(JSON.stringify(thin)) });
    expect(handled).toHaveLength(1);
  });

  test('differ even if event, id and updatedAt are equal when joined', async () => {
    const { handle, handled } = receiver();
    await handle(delivery({ event: 'order.moved', id: 'a', updatedAt: 'bc' }));
    await handle(delivery({ event: 'order.moved', id: 'ab', updatedAt: 'c' }));
    await handle(delivery({ event: 'order.moveda', id: '', updatedAt: 'bc' }));
    expect(handled).toHaveLength(3);
  });
});

describe('a delivery', () => {
  test('that failed is handled again', async () => {
    const onAny = vi.fn().mockRejectedValueOnce(new Error('busy'));
    const { deliver } = receiver({ onAny });
    expect(await deliver()).toBe(503);
    expect(await deliver()).toBe(200);
    expect(await deliver()).toBe(200);
    expect(onAny).toHaveBeenCalledTimes(2);
  });

  test('that is being handled waits for the outcome', async () => {
    const { deliver, runs, nthRun } = heldReceiver();
    const first = deliver();
    await nthRun(1);
    const second = deliver();
    await arrived();
    runs[0]?.open('ends');
    expect(await Promise.all([first, second])).toEqual([200, 200]);
    expect(runs).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is being handled and fails is handled by the one that waits', async () => {
    const { deliver, runs, nthRun } = heldReceiver();
    const first = deliver();
    await nthRun(1);
    const second = deliver();
    await arrived();
    runs[0]?.open('fails');
    expect(await first).toBe(503);
    await nthRun(2);
    runs[1]?.open('ends');
    expect(await second).toBe(200);
  });

  test('is remembered for ten minutes, because a republished event can look the same', async () => {
    const { handle, handled } = receiver();
    await handle(delivery());
    vi.advanceTimersByTime(600_000 - 1);
    await handle(delivery());
    expect(handled).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await handle(delivery());
    expect(handled).toHaveLength(2);
  });
});

test('of 10,001 handled deliveries, the first one is forgotten', async () => {
  const { deliver, handled } = receiver();
  for (let order = 0; order <= 10_000; order += 1) await deliver({ ...complete, id: `o-${order}` });
  await deliver({ ...complete, id: 'o-1' });
  expect(handled).toHaveLength(10_001);
  await deliver({ ...complete, id: 'o-0' });
  expect(handled).toHaveLength(10_002);
});

describe('if deduplicate is false', () => {
  test('each delivery runs its handler, at once', async () => {
    const { deliver, runs, nthRun } = heldReceiver({ deduplicate: false });
    const statuses = [complete, complete, { ...complete, event: 'order.cancelled' }].map((body) =>
      deliver(body),
    );
    await nthRun(3);
    for (const run of runs) run.open('ends');
    expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
  });

  test('a handler still has handlerTimeout', async () => {
    const { deliver, errors, runs, nthRun } = heldReceiver({ deduplicate: false, handlerTimeout: 50 });
    const status = deliver();
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(50);
    expect(await status).toBe(503);
    expect(runs[0]?.signal?.aborted).toBe(true);
    expect(errors).toMatchObject([{ failure: { step: 'handle' } }]);
  });
});

describe('a delivery without updatedAt', () => {
  const untimed = { event: 'order.complete', id: 'o-1' };

  test('is handled every time, because a repeat and the next event look the same', async () => {
    const { deliver, handled } = receiver();
    for (let n = 0; n < 3; n += 1) expect(await deliver(untimed)).toBe(200);
    expect(handled).toHaveLength(3);
  });

  test('is handled again if its handler has succeeded after the response', async () => {
    const { deliver, runs, nthRun } = heldReceiver({ responseTimeout: 100 });
    const first = deliver(untimed);
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toBe(503);
    runs[0]?.open('ends');
    await arrived();
    const second = deliver(untimed);
    await nthRun(2);
    runs[1]?.open('ends');
    expect(await second).toBe(200);
    expect(runs).toHaveLength(2);
  });

  test('waits for an equal one, and is handled after it', async () => {
    const { deliver, runs, nthRun } = heldReceiver();
    const first = deliver(untimed);
    await nthRun(1);
    const second = deliver(untimed);
    await arrived();
    runs[0]?.open('ends');
    await nthRun(2);
    runs[1]?.open('ends');
    expect(await Promise.all([first, second])).toEqual([200, 200]);
  });
});

describe('a handler that outlasts responseTimeout', () => {
  test('gets 503 in time and continues, and a repeat gets its outcome §events.rule-6.soon §events.rule-6.queued §limits.receiver', async () => {
    const { deliver, errors, runs, nthRun } = heldReceiver();
    const respond = vi.fn();
    const first = deliver().then(respond);
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(respond).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await first;
    expect(respond).toHaveBeenCalledExactlyOnceWith(503);
    expect(errors).toMatchObject([
      {
        error: {
          message: expect.stringContaining(
            'order.complete got 503 after responseTimeout, in the step "handle"',
          ),
        },
        failure: { step: 'handle', event: { id: 'o-1' } },
      },
    ]);

    const repeated = deliver();
    await vi.advanceTimersByTimeAsync(1_000);
    runs[0]?.open('ends');
    expect(await repeated).toBe(200);
    expect(await deliver()).toBe(200);
    expect(runs).toHaveLength(1);
  });

  test('does not delay the response to a repeat', async () => {
    const { deliver, errors, lines, runs, nthRun } = heldReceiver({ responseTimeout: 1_000 });
    const first = deliver();
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(500);
    const second = deliver();
    await arrived();
    await vi.advanceTimersByTimeAsync(500);
    expect(await first).toBe(503);
    await vi.advanceTimersByTimeAsync(500);
    expect(await second).toBe(503);
    // The slow handler is an error. A repeat that waits for it is only logged.
    expect(errors).toHaveLength(1);
    expect(lines).toEqual([expect.stringContaining('in the step "deduplicate"')]);
    runs[0]?.open('ends');
    await arrived();
    expect(runs).toHaveLength(1);
  });

  test('is reported and handled again if it fails later', async () => {
    const { deliver, errors, runs, nthRun } = heldReceiver({ responseTimeout: 100 });
    const first = deliver();
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toBe(503);
    runs[0]?.open('fails');
    await until(() => errors.length === 2);
    const second = deliver();
    await nthRun(2);
    runs[1]?.open('ends');
    expect(await second).toBe(200);
  });

  test('is passed to waitUntil', async () => {
    const { handle, errors, runs, nthRun } = heldReceiver({ responseTimeout: 100 });
    const kept: Promise<unknown>[] = [];
    const status = statusOf(handle(delivery(), { waitUntil: (promise) => kept.push(promise) }));
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(await status).toBe(503);
    const end = vi.fn();
    kept[0]?.then(end);
    await until(() => kept.length === 1);
    expect(end).not.toHaveBeenCalled();
    runs[0]?.open('fails');
    await until(() => end.mock.calls.length === 1);
    expect(errors).toHaveLength(2);
  });

  test('runs although waitUntil throws, and the error is reported', async () => {
    const { handle, errors } = receiver();
    const waitUntil = () => {
      throw new TypeError('Illegal invocation');
    };
    expect(await statusOf(handle(delivery(), { waitUntil }))).toBe(200);
    expect(errors).toMatchObject([
      { error: { message: 'Illegal invocation' }, failure: { event: { id: 'o-1' } } },
    ]);
  });
});

test('whatever arrives when, and however it ends, a delivery takes effect once, and each response is in time', async () => {
  const arrival = fc.record({
    at: fc.nat(3_000),
    key: fc.constantFrom('o-1', 'o-2'),
    takes: fc.nat(1_500),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(arrival, { minLength: 1, maxLength: 12 }), async (arrivals) => {
      const responseTimeout = 500;
      const plans = new Map(['o-1', 'o-2'].map((id) => [id, arrivals.filter(({ key }) => key === id)]));
      const running = new Set<string>();
      const effects: string[] = [];
      const overlaps: string[] = [];
      const handle = createWebhookHandler({
        verify: 'none',
        responseTimeout,
        onError: () => {},
        logger: { warn: () => {}, error: () => {} },
        on: {
          'order.complete': async ({ id }) => {
            if (running.has(id)) overlaps.push(id);
            running.add(id);
            const plan = plans.get(id)?.shift();
            await new Promise((resolve) => setTimeout(resolve, plan?.takes));
            running.delete(id);
            if (plan?.fails) throw new Error('planned');
            effects.push(id);
          },
        },
      });
      const responses: Promise<void>[] = [];
      for (const { at, key } of arrivals) {
        setTimeout(() => {
          const begin = performance.now();
          const settled = handle(delivery({ ...complete, id: key })).then(({ status }) => {
            expect(performance.now() - begin).toBeLessThanOrEqual(responseTimeout + 20);
            // A response that acknowledges comes after the effect, never before.
            if (status === 200) expect(effects).toContain(key);
            else expect(status).toBe(503);
          });
          responses.push(settled);
        }, at);
      }
      for (let time = 0; time < 6_000 || responses.length < arrivals.length; time += 20) {
        await vi.advanceTimersByTimeAsync(20);
      }
      await Promise.all(responses);
      expect(effects.length).toBe(new Set(effects).size);
      // Checked here, because a handler that throws is only delivered again.
      expect(overlaps).toEqual([]);
    }),
    { numRuns: runs(25) },
  );
});
