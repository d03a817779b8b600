import fc from 'fast-check';
import { createMemoryDeduplicator, createWebhookHandler, type Deduplicator } from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { gate } from '../../support/time/gate.js';
import { hashAtOnce } from '../../support/time/hash-at-once.js';
import {
  complete,
  delivery,
  heldHandler,
  heldReceiver,
  receiver,
  statusOf,
  until,
  watched,
} from './deliveries.js';

/** How often a delivery asks for another one that is being handled. */
const pollInterval = 250;

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
    const { deliver, runs, nthRun, calls } = heldReceiver();
    const first = deliver();
    await nthRun(1);
    const second = deliver();
    await until(() => calls.includes('claim busy'));
    runs[0]?.open('ends');
    await vi.advanceTimersByTimeAsync(pollInterval);
    expect(await Promise.all([first, second])).toEqual([200, 200]);
    expect(runs).toHaveLength(1);
    expect(calls).toEqual(['claim run', 'claim busy', 'done', 'claim done']);
  });

  test('that is being handled and fails is handled by the one that waits', async () => {
    const { deliver, runs, nthRun, calls } = heldReceiver();
    const first = deliver();
    await nthRun(1);
    const second = deliver();
    await until(() => calls.includes('claim busy'));
    runs[0]?.open('fails');
    expect(await first).toBe(503);
    await vi.advanceTimersByTimeAsync(pollInterval);
    await nthRun(2);
    runs[1]?.open('ends');
    expect(await second).toBe(200);
  });

  test('that another process handles waits for the outcome', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const shared = createMemoryDeduplicator();
    const { calls, deduplicator } = watched(shared);
    const one = receiver({ onAny, deduplicator: shared });
    const other = receiver({ deduplicator });
    const first = one.deliver();
    await nthRun(1);
    const second = other.deliver();
    await until(() => calls.length === 1);
    await vi.advanceTimersByTimeAsync(pollInterval);
    await until(() => calls.length === 2);
    runs[0]?.open('ends');
    expect(await first).toBe(200);
    await vi.advanceTimersByTimeAsync(pollInterval);
    expect(await second).toBe(200);
    expect(other.handled).toEqual([]);
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

describe('a delivery without updatedAt', () => {
  const untimed = { event: 'order.complete', id: 'o-1' };

  test('is handled every time, because a repeat and the next event look the same', async () => {
    const { deliver, handled } = receiver();
    for (let n = 0; n < 3; n += 1) expect(await deliver(untimed)).toBe(200);
    expect(handled).toHaveLength(3);
  });

  test('is handled again if its handler has succeeded after the response', async () => {
    const { deliver, runs, nthRun, calls } = heldReceiver({ responseTimeout: 100 });
    const first = deliver(untimed);
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toBe(503);
    runs[0]?.open('ends');
    await until(() => calls.includes('release'));
    const second = deliver(untimed);
    await until(() => calls.length === 3);
    runs[1]?.open('ends');
    expect(await second).toBe(200);
    expect(runs).toHaveLength(2);
  });

  test('waits for an equal one, and is handled after it', async () => {
    const { deliver, runs, nthRun, calls } = heldReceiver();
    const first = deliver(untimed);
    await nthRun(1);
    const second = deliver(untimed);
    await until(() => calls.includes('claim busy'));
    runs[0]?.open('ends');
    await vi.advanceTimersByTimeAsync(pollInterval);
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
    await vi.advanceTimersByTimeAsync(pollInterval);
    expect(await repeated).toBe(200);
    expect(await deliver()).toBe(200);
    expect(runs).toHaveLength(1);
  });

  test('does not delay the response to a repeat', async () => {
    const { deliver, errors, lines, runs, nthRun, calls } = heldReceiver({ responseTimeout: 1_000 });
    const first = deliver();
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(500);
    const second = deliver();
    await until(() => calls.includes('claim busy'));
    await vi.advanceTimersByTimeAsync(500);
    expect(await first).toBe(503);
    await vi.advanceTimersByTimeAsync(500);
    expect(await second).toBe(503);
    // The slow handler is an error. A repeat that waits for it is only logged.
    expect(errors).toHaveLength(1);
    expect(lines).toEqual([expect.stringContaining('in the step "deduplicate"')]);
    runs[0]?.open('ends');
    await until(() => calls.includes('done'));
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

describe('a claim', () => {
  test('is renewed by leaseDuration while its handler runs', async () => {
    const deduplicator = createMemoryDeduplicator();
    const renew = vi.spyOn(deduplicator, 'renew');
    const options = { deduplicator, leaseDuration: 3_000, handlerTimeout: 600_000 };
    const { handle, deliver, runs, nthRun, calls } = heldReceiver(options);
    void handle(delivery());
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(500_000);
    const second = deliver();
    await until(() => calls.includes('claim busy'));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await second).toBe(503);
    expect(runs).toHaveLength(1);
    expect(renew.mock.calls.length).toBeGreaterThanOrEqual(500);
    expect(renew).toHaveBeenLastCalledWith(expect.any(String), expect.any(String), 3_000);
    runs[0]?.open('ends');
    await until(() => calls.includes('done'));
  });

  test('that is lost aborts its handler, whose result changes nothing', async () => {
    const deduplicator = { ...createMemoryDeduplicator(), renew: async () => false };
    const { deliver, errors, runs, nthRun, calls } = heldReceiver({ deduplicator, leaseDuration: 300 });
    const status = deliver();
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(runs[0]?.signal?.aborted).toBe(true);
    expect(await status).toBe(503);
    expect(errors).toMatchObject([
      {
        error: { message: expect.stringContaining('The claim was lost') },
        failure: { event: { id: 'o-1' } },
      },
    ]);
    runs[0]?.open('ends');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls).not.toContain('done');
  });

  test('that is lost while its delivery waits for an earlier one keeps its handler from running', async () => {
    const inner = createMemoryDeduplicator();
    const tokens: string[] = [];
    const deduplicator: Deduplicator = {
      ...inner,
      renew: async (key, token, leaseDuration) => {
        if (!tokens.includes(token)) tokens.push(token);
        return tokens.indexOf(token) === 0 && inner.renew(key, token, leaseDuration);
      },
    };
    const { deliver, runs, nthRun } = heldReceiver({ deduplicator, leaseDuration: 300 });
    const first = deliver();
    const second = deliver({ ...complete, event: 'order.cancelled' });
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await second).toBe(503);
    runs[0]?.open('ends');
    expect(await first).toBe(200);
    expect(runs).toHaveLength(1);
  });

  test('is lost after the lease if every renewal is rejected', async () => {
    const { deliver, errors, runs, nthRun } = heldReceiver({
      deduplicator: { ...createMemoryDeduplicator(), renew: broken },
      leaseDuration: 300,
    });
    const status = deliver();
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(299);
    expect(runs[0]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs[0]?.signal?.aborted).toBe(true);
    expect(await status).toBe(503);
    expect(errors.map(({ failure }) => failure.step)).toEqual(['deduplicate', 'deduplicate', 'handle']);
  });

  test('is renewed again only when the last renewal has ended, and is lost with its lease meanwhile', async () => {
    const renewals: ((isHeld: boolean) => void)[] = [];
    const renew = () => new Promise<boolean>((resolve) => renewals.push(resolve));
    const deduplicator = { ...createMemoryDeduplicator(), renew };
    const { deliver, runs, nthRun } = heldReceiver({ deduplicator, leaseDuration: 3_000 });
    const status = deliver();
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(renewals).toHaveLength(1);
    renewals[0]?.(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(renewals).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(runs[0]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(runs[0]?.signal?.aborted).toBe(true);
    expect(renewals).toHaveLength(2);
    expect(await status).toBe(503);
  });
});

const broken = async () => {
  throw new Error('no connection');
};

describe('a deduplicator', () => {
  test('that fails to claim: nothing is handled, and the delivery gets 503', async () => {
    const { deliver, handled, errors } = receiver({
      deduplicator: { ...createMemoryDeduplicator(), claim: broken },
    });
    expect(await deliver()).toBe(503);
    expect(handled).toEqual([]);
    expect(errors).toMatchObject([{ failure: { step: 'deduplicate', event: { id: 'o-1' } } }]);
  });

  test('that claims too late: the claim is released, and a repeat is handled', async () => {
    const late = gate<void>();
    const { calls, deduplicator: inner } = watched();
    const deduplicator: Deduplicator = {
      ...inner,
      claim: async (key, options) => {
        await late.promise;
        return inner.claim(key, options);
      },
    };
    const { deliver, handled, errors } = receiver({ deduplicator, responseTimeout: 100 });
    const first = deliver();
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toBe(503);
    expect(errors).toHaveLength(1);
    late.open();
    await until(() => calls.includes('release'));
    expect(handled).toEqual([]);
    expect(await deliver()).toBe(200);
    expect(handled).toHaveLength(1);
  });

  test('that is asked again when the response is due is not called slow', async () => {
    const claim: Deduplicator['claim'] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return { state: 'busy' };
    };
    const deduplicator = { ...createMemoryDeduplicator(), claim };
    const { deliver, errors } = receiver({ deduplicator, responseTimeout: 100 + pollInterval });
    const response = deliver();
    await vi.advanceTimersByTimeAsync(120 + pollInterval);
    expect(await response).toBe(503);
    expect(errors).toEqual([]);
  });

  test('that returns an unknown state is an error, and the delivery gets 503', async () => {
    const claim: Deduplicator['claim'] = async () => JSON.parse('{"state":"new"}');
    const { deliver, handled, errors } = receiver({ deduplicator: { ...createMemoryDeduplicator(), claim } });
    expect(await deliver()).toBe(503);
    expect(errors).toMatchObject([{ failure: { step: 'deduplicate' } }]);
    expect(String(errors[0]?.error)).toContain('must return the state');
    expect(handled).toEqual([]);
  });

  test('that never claims is an error, and does not block the order', async () => {
    let claims = 0;
    const inner = createMemoryDeduplicator();
    const claim: Deduplicator['claim'] = (key, options) => {
      claims += 1;
      return claims === 1 ? new Promise(() => {}) : inner.claim(key, options);
    };
    const options = { deduplicator: { ...inner, claim }, responseTimeout: 100 };
    const { deliver, handled, errors } = receiver(options);
    const first = deliver();
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toBe(503);
    expect(errors).toMatchObject([{ failure: { step: 'deduplicate' } }]);
    expect(String(errors[0]?.error)).toContain('took longer than responseTimeout');
    expect(await deliver()).toBe(200);
    expect(handled).toHaveLength(1);
  });

  test('that fails to store an outcome: a success is acknowledged all the same', async () => {
    const { deliver, errors } = receiver({ deduplicator: { ...createMemoryDeduplicator(), done: broken } });
    expect(await deliver()).toBe(200);
    expect(errors).toMatchObject([{ failure: { step: 'deduplicate' } }]);
  });

  test.each([
    ['done', 'success', 200],
    ['release', 'failure', 503],
  ] as const)('whose %s() hangs is an error, and a %s gets %i in time', async (method, _, status) => {
    const deduplicator = { ...createMemoryDeduplicator(), [method]: () => new Promise(() => {}) };
    const onAny = async () => {
      if (status === 503) throw new Error('it failed');
    };
    const { deliver, errors } = receiver({ onAny, deduplicator, responseTimeout: 100 });
    const response = deliver();
    await vi.advanceTimersByTimeAsync(100);
    expect(await response).toBe(status);
    expect(errors.at(-1)).toMatchObject({
      error: { message: expect.stringContaining(`${method}() of the deduplicator took longer than`) },
      failure: { step: 'deduplicate' },
    });
  });

  test('that fails to release: the error is reported after that of the handler', async () => {
    const fail = () => Promise.reject(new Error('it failed'));
    const deduplicator = { ...createMemoryDeduplicator(), release: broken };
    const { deliver, errors } = receiver({ onAny: fail, deduplicator });
    expect(await deliver()).toBe(503);
    expect(errors.map(({ failure }) => failure.step).toSorted()).toEqual(['deduplicate', 'handle']);
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
    { numRuns: 25 },
  );
});
