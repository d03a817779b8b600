import fc from 'fast-check';
import { createMemoryDeduplicator, createWebhookHandler, type Deduplicator } from 'outlet-open-api/webhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gate } from '../fake/gate.js';
import { hashAtOnce } from '../hash-at-once.js';
import { complete, delivery, receiver, statusOf } from './deliveries.js';

const realTurn = globalThis.setImmediate;

beforeEach(() => {
  vi.useFakeTimers();
  hashAtOnce();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets pass what takes no time, but turns of the platform. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => realTurn(resolve));
}

/** A handler that the test lets end. */
function heldHandler() {
  const runs: ReturnType<typeof gate<'ends' | 'fails'>>[] = [];
  const onAny = async () => {
    const run = gate<'ends' | 'fails'>();
    runs.push(run);
    if ((await run.promise) === 'fails') throw new Error('it failed');
  };
  return { runs, onAny, nthRun: (count: number) => until(() => runs.length === count) };
}

/** A deduplicator that tells what it was asked. */
function watched(inner: Deduplicator = createMemoryDeduplicator()) {
  const calls: string[] = [];
  const deduplicator: Deduplicator = {
    claim: async (key, options) => {
      const claim = await inner.claim(key, options);
      calls.push(`claim ${claim.state}`);
      return claim;
    },
    renew: (key, token) => {
      calls.push('renew');
      return inner.renew(key, token);
    },
    done: (key, token, options) => {
      calls.push('done');
      return inner.done(key, token, options);
    },
    release: (key, token) => {
      calls.push('release');
      return inner.release(key, token);
    },
  };
  return { calls, deduplicator };
}

describe('one delivery is told from another', () => {
  const twin = { ...complete };
  test.each([
    ['not by what else it holds', { ...complete, more: 1 }, 1],
    ['by its event', { ...complete, event: 'order.cancelled' }, 2],
    ['by its id', { ...complete, id: 'o-2' }, 2],
    [
      'by its time, as one order completes several times',
      { ...complete, updatedAt: '2026-11-01T12:00:00.001Z' },
      2,
    ],
  ])('%s §events.rule-6.repeats §events.rule-4', async (_, body, times) => {
    const { handle, handled } = receiver();
    for (const one of [twin, body, twin, body]) expect(await statusOf(handle(delivery(one)))).toBe(200);
    expect(handled).toHaveLength(times);
  });

  test.each([
    ['no id', { updatedAt: complete.updatedAt }],
    ['an id that is no text', { id: 7, updatedAt: complete.updatedAt }],
  ])('by the whole body, where it has %s', async (_, rest) => {
    const { handle, handled } = receiver();
    for (const status of ['open', 'inKitchen', 'open']) {
      await handle(delivery({ event: 'order.statusUpdated', status, ...rest }));
    }
    expect(handled).toHaveLength(2);
  });

  test('by the name of an event that nobody knows', async () => {
    const { handle, handled } = receiver();
    for (const event of ['order.moved', 'order.split', 'order.moved'])
      await handle(delivery({ ...complete, event }));
    expect(handled).toEqual(['order.moved', 'order.split']);
  });

  test('whatever way its body came', async () => {
    const { handle, handled } = receiver();
    const thin = { event: 'menus.published', updatedAt: complete.updatedAt };
    await handle(delivery(thin));
    await handle(delivery(''), { body: thin });
    await handle(delivery(''), { body: Buffer.from(JSON.stringify(thin)) });
    expect(handled).toHaveLength(1);
  });

  test('however event, id and time are cut', async () => {
    const { handle, handled } = receiver();
    await handle(delivery({ event: 'order.moved', id: 'a', updatedAt: 'bc' }));
    await handle(delivery({ event: 'order.moved', id: 'ab', updatedAt: 'c' }));
    await handle(delivery({ event: 'order.moveda', id: '', updatedAt: 'bc' }));
    expect(handled).toHaveLength(3);
  });
});

describe('a delivery without a time, which could as well be the next event', () => {
  const untimed = { event: 'order.totalsUpdated', id: 'o-1' };

  test('is handled again once it was acknowledged', async () => {
    const { handle, handled } = receiver();
    for (let n = 0; n < 3; n += 1) expect(await statusOf(handle(delivery(untimed)))).toBe(200);
    expect(handled).toHaveLength(3);
  });

  test('waits for one like it, and is handled then', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { calls, deduplicator } = watched();
    const { handle } = receiver({ onAny, deduplicator });
    const first = statusOf(handle(delivery(untimed)));
    await nthRun(1);
    const second = statusOf(handle(delivery(untimed)));
    await until(() => calls.includes('claim busy'));
    runs[0]?.open('ends');
    await nthRun(2);
    runs[1]?.open('ends');
    expect(await Promise.all([first, second])).toEqual([200, 200]);
  });

  test('is a repeat where the answer has asked for one', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { calls, deduplicator } = watched();
    const { handle } = receiver({ onAny, deduplicator, responseTimeout: 100 });
    const first = statusOf(handle(delivery(untimed)));
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toBe(503);
    runs[0]?.open('ends');
    await until(() => calls.includes('done'));
    expect(await statusOf(handle(delivery(untimed)))).toBe(200);
    expect(runs).toHaveLength(1);
  });
});

describe('a delivery', () => {
  test('that failed is handled again', async () => {
    const onAny = vi.fn().mockRejectedValueOnce(new Error('busy'));
    const { handle } = receiver({ onAny });
    expect(await statusOf(handle(delivery()))).toBe(503);
    expect(await statusOf(handle(delivery()))).toBe(200);
    expect(await statusOf(handle(delivery()))).toBe(200);
    expect(onAny).toHaveBeenCalledTimes(2);
  });

  test('that is being handled waits for the outcome', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { calls, deduplicator } = watched();
    const { handle } = receiver({ onAny, deduplicator });
    const first = statusOf(handle(delivery()));
    await nthRun(1);
    const second = statusOf(handle(delivery()));
    await until(() => calls.includes('claim busy'));
    runs[0]?.open('ends');
    expect(await Promise.all([first, second])).toEqual([200, 200]);
    expect(runs).toHaveLength(1);
    expect(calls).toEqual(['claim run', 'claim busy', 'done', 'claim done']);
  });

  test('that is being handled and fails is handled by the one that waits', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { calls, deduplicator } = watched();
    const { handle } = receiver({ onAny, deduplicator });
    const first = statusOf(handle(delivery()));
    await nthRun(1);
    const second = statusOf(handle(delivery()));
    await until(() => calls.includes('claim busy'));
    runs[0]?.open('fails');
    expect(await first).toBe(503);
    await nthRun(2);
    runs[1]?.open('ends');
    expect(await second).toBe(200);
  });

  test('that another process handles is looked after until its outcome is known', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const shared = createMemoryDeduplicator();
    const { calls, deduplicator } = watched(shared);
    const one = receiver({ onAny, deduplicator: shared });
    const other = receiver({ deduplicator });
    const first = statusOf(one.handle(delivery()));
    await nthRun(1);
    const second = statusOf(other.handle(delivery()));
    await until(() => calls.length === 1);
    await vi.advanceTimersByTimeAsync(250);
    await until(() => calls.length === 2);
    runs[0]?.open('ends');
    expect(await first).toBe(200);
    await vi.advanceTimersByTimeAsync(250);
    expect(await second).toBe(200);
    expect(other.handled).toEqual([]);
  });

  test('is remembered for ten minutes, as the merchant’s Republish may look the same', async () => {
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

describe('a handler that outlasts responseTimeout', () => {
  test('is answered 503 in time, runs on, and its outcome is found §events.rule-6.soon §events.rule-6.queued §limits.receiver', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { handle, errors } = receiver({ onAny });
    const answer = vi.fn();
    const first = statusOf(handle(delivery())).then(answer);
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(answer).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await first;
    expect(answer).toHaveBeenCalledExactlyOnceWith(503);
    expect(errors).toMatchObject([
      {
        error: {
          message: expect.stringContaining(
            'answered 503 after responseTimeout: its handler was not done, and runs on',
          ),
        },
        failure: { step: 'handle', event: { id: 'o-1' } },
      },
    ]);

    const repeated = statusOf(handle(delivery()));
    await vi.advanceTimersByTimeAsync(1_000);
    runs[0]?.open('ends');
    expect(await repeated).toBe(200);
    expect(await statusOf(handle(delivery()))).toBe(200);
    expect(runs).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('and what waits for it is answered 503 in time, too', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { calls, deduplicator } = watched();
    const { handle, errors, lines } = receiver({ onAny, deduplicator, responseTimeout: 1_000 });
    const first = statusOf(handle(delivery()));
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(500);
    const second = statusOf(handle(delivery()));
    await until(() => calls.includes('claim busy'));
    await vi.advanceTimersByTimeAsync(500);
    expect(await first).toBe(503);
    await vi.advanceTimersByTimeAsync(500);
    expect(await second).toBe(503);
    // Told of once, in the log alone: it is the first one's handler that is slow.
    expect(errors).toHaveLength(1);
    expect(lines).toEqual([expect.stringContaining('another delivery of it is being handled')]);
    runs[0]?.open('ends');
    await until(() => calls.includes('done'));
    expect(runs).toHaveLength(1);
  });

  test('and fails later is told of, and handled again', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { handle, errors } = receiver({ onAny, responseTimeout: 100 });
    const first = statusOf(handle(delivery()));
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toBe(503);
    runs[0]?.open('fails');
    await until(() => errors.length === 2);
    const second = statusOf(handle(delivery()));
    await nthRun(2);
    runs[1]?.open('ends');
    expect(await second).toBe(200);
  });

  test('is kept alive where a process would freeze', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { handle, errors } = receiver({ onAny, responseTimeout: 100 });
    const kept: Promise<unknown>[] = [];
    const answer = statusOf(handle(delivery(), { waitUntil: (promise) => kept.push(promise) }));
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(await answer).toBe(503);
    const end = vi.fn();
    kept[0]?.then(end);
    await until(() => kept.length === 1);
    expect(end).not.toHaveBeenCalled();
    runs[0]?.open('fails');
    await until(() => end.mock.calls.length === 1);
    expect(errors).toHaveLength(2);
  });

  test('is told of where nobody can keep it alive', async () => {
    const { handle, errors } = receiver();
    const waitUntil = () => {
      throw new TypeError('Illegal invocation');
    };
    expect(await statusOf(handle(delivery(), { waitUntil }))).toBe(200);
    expect(errors).toMatchObject([
      { error: { message: 'Illegal invocation' }, failure: { event: { id: 'o-1' } } },
    ]);
  });

  test('keeps its claim', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const { calls, deduplicator } = watched();
    const { handle } = receiver({ onAny, deduplicator });
    void handle(delivery());
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(600_000);
    const second = statusOf(handle(delivery()));
    await until(() => calls.includes('claim busy'));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await second).toBe(503);
    expect(runs).toHaveLength(1);
    expect(calls.filter((call) => call === 'renew').length).toBeGreaterThanOrEqual(30);
    runs[0]?.open('ends');
    await until(() => calls.includes('done'));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a deduplicator that fails', () => {
  const broken = async () => {
    throw new Error('no connection');
  };

  test('to claim: nothing is handled, and the delivery comes again', async () => {
    const { handle, handled, errors } = receiver({
      deduplicator: { ...createMemoryDeduplicator(), claim: broken },
    });
    expect(await statusOf(handle(delivery()))).toBe(503);
    expect(handled).toEqual([]);
    expect(errors).toMatchObject([{ failure: { step: 'deduplicate', event: { id: 'o-1' } } }]);
  });

  test('to say what became of a claim', async () => {
    const claim = async () => JSON.parse('{"state":"OK"}');
    const { handle, handled, errors } = receiver({ deduplicator: { ...createMemoryDeduplicator(), claim } });
    expect(await statusOf(handle(delivery()))).toBe(503);
    expect(handled).toEqual([]);
    expect(errors).toMatchObject([
      { error: { message: 'claim() gave none of run,busy,done.' }, failure: { step: 'deduplicate' } },
    ]);
  });

  test('to claim in time: the delivery is handled later, and found done', async () => {
    const late = gate<void>();
    const inner = createMemoryDeduplicator();
    const deduplicator: Deduplicator = {
      ...inner,
      claim: async (key, options) => {
        await late.promise;
        return inner.claim(key, options);
      },
    };
    const { handle, handled } = receiver({ deduplicator, responseTimeout: 100 });
    const first = statusOf(handle(delivery()));
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toBe(503);
    late.open();
    await until(() => handled.length === 1);
    expect(await statusOf(handle(delivery()))).toBe(200);
    expect(handled).toHaveLength(1);
  });

  test('to note what was done: it was done all the same', async () => {
    const { handle, errors } = receiver({ deduplicator: { ...createMemoryDeduplicator(), done: broken } });
    expect(await statusOf(handle(delivery()))).toBe(200);
    expect(errors).toMatchObject([{ failure: { step: 'deduplicate' } }]);
  });

  test('to renew or to release: it is told of', async () => {
    const { runs, onAny, nthRun } = heldHandler();
    const deduplicator = { ...createMemoryDeduplicator(), renew: broken, release: broken };
    const { handle, errors } = receiver({ onAny, deduplicator, lease: 300 });
    const answer = statusOf(handle(delivery()));
    await nthRun(1);
    await vi.advanceTimersByTimeAsync(100);
    runs[0]?.open('fails');
    expect(await answer).toBe(503);
    expect(errors.map(({ failure }) => failure.step)).toEqual(['deduplicate', 'handle', 'deduplicate']);
  });
});

test('whatever comes when, and however it ends, a delivery has its effect once, and each answer comes in time', async () => {
  const coming = fc.record({
    at: fc.nat(3_000),
    key: fc.constantFrom('o-1', 'o-2'),
    takes: fc.nat(1_500),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(coming, { minLength: 1, maxLength: 12 }), async (comings) => {
      const responseTimeout = 500;
      const plans = new Map(['o-1', 'o-2'].map((id) => [id, comings.filter(({ key }) => key === id)]));
      const running = new Set<string>();
      const effects: string[] = [];
      const overlaps: string[] = [];
      const handle = createWebhookHandler({
        verify: [],
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
      const answers: Promise<void>[] = [];
      for (const { at, key } of comings) {
        setTimeout(() => {
          const begin = performance.now();
          const settled = handle(delivery({ ...complete, id: key })).then(({ status }) => {
            expect(performance.now() - begin).toBeLessThanOrEqual(responseTimeout + 20);
            // An answer that acknowledges comes after the effect, never before.
            if (status === 200) expect(effects).toContain(key);
            else expect(status).toBe(503);
          });
          answers.push(settled);
        }, at);
      }
      for (let time = 0; time < 6_000 || answers.length < comings.length; time += 20) {
        await vi.advanceTimersByTimeAsync(20);
      }
      await Promise.all(answers);
      expect(effects.length).toBe(new Set(effects).size);
      // Told here, as a handler that throws is only delivered again.
      expect(overlaps).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
