import {
  backfillOrders,
  type CheckpointOptions,
  type CheckpointStore,
  createMemoryCheckpointStore,
  pollGoodsReceipts,
  type SyncCheckpoint,
  type SyncRun,
} from 'outlet-open-api/sync';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rejection } from '../../../support/services/scripted-service.js';
import { hashAtOnce } from '../../../support/time/hash-at-once.js';
import { never, quickOutlet, savingThrough } from '../quick-outlet.js';

const from = '2026-02-01T00:00:00Z';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') });
  hashAtOnce();
});

function open() {
  const { fake, outlet } = quickOutlet();
  for (let days = 1; days < 9; days += 1) {
    fake.orders.add({ status: 'complete', created: `2026-02-0${days}T12:00:00Z` });
    fake.goodsReceipts.add({ created: `2026-02-0${days}T12:00:00Z` });
  }
  return outlet;
}

/** A callback that does not return until the test releases it. */
function halting() {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let tell = () => {};
  const isInside = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const callback = async () => {
    tell();
    await gate;
  };
  return { callback, isInside, letGo };
}

const outlet = open();
type Runner = (
  checkpoints: CheckpointStore,
  callback: () => unknown,
  options?: Pick<CheckpointOptions, 'leaseDuration' | 'signal'>,
) => Promise<unknown>;
const runners = {
  backfillOrders: (checkpoints, callback, options) =>
    backfillOrders(outlet, {
      outletRef: 'bistro',
      ...options,
      from,
      to: '2026-03-01T00:00:00Z',
      checkpoints,
      name: 'n',
      onOrders: callback,
    }),
  pollGoodsReceipts: (checkpoints, callback, options) =>
    pollGoodsReceipts(outlet, {
      outletRef: 'bistro',
      ...options,
      from,
      checkpoints,
      name: 'n',
      onChanged: callback,
    }),
} satisfies Readonly<Record<string, Runner>>;

describe.each(Object.entries<Runner>(runners))('%s', (_, run) => {
  test('is the only run of its name, however long it takes', async () => {
    const checkpoints = createMemoryCheckpointStore();
    const { callback, isInside, letGo } = halting();
    const first = run(checkpoints, callback);
    await isInside;
    await vi.advanceTimersByTimeAsync(60_000);
    const second = run(checkpoints, never);
    const rejected = expect(second).rejects.toMatchObject({
      name: 'LeaseError',
      reason: 'held',
      runName: 'n',
    });
    await vi.advanceTimersByTimeAsync(31_000);
    await rejected;
    letGo();
    await first;
  });

  test('releases its lease, whether it succeeds or fails', async () => {
    const checkpoints = createMemoryCheckpointStore();
    const dying = () => {
      throw new Error('died');
    };
    await expect(run(checkpoints, dying)).rejects.toThrow('died');
    await run(checkpoints, () => {});
    expect(await checkpoints.acquire({ name: 'n', leaseDuration: 5_000 })).toBeDefined();
  });

  test('takes over from a run that has died once its lease has expired', async () => {
    const checkpoints = createMemoryCheckpointStore();
    await checkpoints.acquire({ name: 'n', leaseDuration: 5_000 });
    const callback = vi.fn();
    const taken = run(checkpoints, callback);
    await vi.advanceTimersByTimeAsync(4_500);
    expect(callback).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    await taken;
    expect(callback).toHaveBeenCalled();
  });

  test('ends and saves nothing if it was suspended and another run took over', async () => {
    const checkpoints = createMemoryCheckpointStore();
    const { callback, isInside, letGo } = halting();
    const running = run(checkpoints, callback);
    await isInside;
    const before = await checkpoints.load('n');
    // The machine sleeps: no timer runs, but the clock advances.
    vi.setSystemTime(Date.now() + 60_000);
    expect(await checkpoints.acquire({ name: 'n', leaseDuration: 5_000 })).toBeDefined();
    letGo();
    await expect(running).rejects.toMatchObject({ name: 'LeaseError', reason: 'lost' });
    expect(await checkpoints.load('n')).toEqual(before);
  });

  test('continues if it was suspended and no other run took over', async () => {
    const checkpoints = createMemoryCheckpointStore();
    const { callback, isInside, letGo } = halting();
    const running = run(checkpoints, callback);
    await isInside;
    vi.setSystemTime(Date.now() + 60_000);
    letGo();
    await running;
  });

  test('works with a store whose methods return values, not promises, and throw', async () => {
    const saved: SyncCheckpoint[] = [];
    const lease: SyncRun = {
      save: (checkpoint) => void saved.push(checkpoint),
      renew: () => true,
      release() {
        throw new Error('no database');
      },
    };
    const store = { load: () => null, acquire: () => lease, delete() {}, list: () => [] };
    await run(store, () => {});
    expect(saved.length).toBeGreaterThan(0);
  });

  test('continues if the store fails to renew for a moment, and to release', async () => {
    const checkpoints = createMemoryCheckpointStore();
    const { callback, isInside, letGo } = halting();
    let isDown = true;
    const running = run(
      {
        ...checkpoints,
        async acquire({ name, leaseDuration: ms }) {
          const acquired = await checkpoints.acquire({ name, leaseDuration: ms });
          return (
            acquired && {
              ...acquired,
              renew: (longer) => (isDown ? Promise.reject(new Error('no database')) : acquired.renew(longer)),
              release: () => Promise.reject(new Error('no database')),
            }
          );
        },
      },
      callback,
    );
    await isInside;
    await vi.advanceTimersByTimeAsync(30_000);
    isDown = false;
    letGo();
    await running;
  });

  test('renews its lease again only when the last renewal has ended', async () => {
    const checkpoints = createMemoryCheckpointStore();
    const { callback, isInside, letGo } = halting();
    const renewals: ((isHeld: boolean) => void)[] = [];
    const renew = () => new Promise<boolean>((resolve) => renewals.push(resolve));
    const acquire: CheckpointStore['acquire'] = async ({ name, leaseDuration: duration }) => {
      const acquired = await checkpoints.acquire({ name, leaseDuration: duration });
      return acquired && { ...acquired, renew };
    };
    const running = run({ ...checkpoints, acquire }, callback, { leaseDuration: 5_000 });
    await isInside;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(renewals).toHaveLength(1);
    letGo();
    await vi.advanceTimersByTimeAsync(0);
    // The first renewal was sent too long ago for the next record.
    renewals[0]?.(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(renewals).toHaveLength(2);
    renewals[1]?.(true);
    await running;
  });

  test('waits for another run as long as its own lease lasts', async () => {
    const checkpoints = createMemoryCheckpointStore();
    await checkpoints.acquire({ name: 'n', leaseDuration: 60_000 });
    let isOver = false;
    const waiting = run(checkpoints, never, { leaseDuration: 5_000 }).catch((error: unknown) => {
      isOver = true;
      return error;
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(await waiting).toMatchObject({ name: 'LeaseError', reason: 'held' });
  });

  test.each(['acquire', 'load'] as const)(
    'ends at once if it is aborted while %s() hangs',
    async (method) => {
      const checkpoints = createMemoryCheckpointStore();
      const leaving = new AbortController();
      const { callback, isInside, letGo } = halting();
      const hanging: CheckpointStore = {
        ...checkpoints,
        async [method](request: never) {
          await callback();
          return checkpoints[method](request);
        },
      };
      const running = run(hanging, never, { signal: leaving.signal });
      await isInside;
      leaving.abort('closing time');
      await expect(running).rejects.toBe('closing time');
      letGo();
      await vi.advanceTimersByTimeAsync(0);
      expect(await checkpoints.acquire({ name: 'n', leaseDuration: 5_000 })).toBeDefined();
    },
  );

  test('delivers nothing after an abort, also if it must renew its lease first', async () => {
    const checkpoints = createMemoryCheckpointStore();
    const leaving = new AbortController();
    const acquire: CheckpointStore['acquire'] = async ({ name, leaseDuration: duration }) => {
      const acquired = await checkpoints.acquire({ name, leaseDuration: duration });
      const renew: SyncRun['renew'] = async (longer) => {
        leaving.abort('closing time');
        return acquired?.renew(longer) ?? false;
      };
      return acquired && { ...acquired, renew };
    };
    const waking = run(
      {
        ...checkpoints,
        acquire,
        // The machine sleeps after the lease was granted.
        async load(name) {
          vi.setSystemTime(Date.now() + 60_000);
          return checkpoints.load(name);
        },
      },
      never,
      { signal: leaving.signal },
    );
    await expect(waking).rejects.toBe('closing time');
  });

  test('rejects with the error of the store', async () => {
    const down = async () => {
      throw new Error('no database');
    };
    const checkpoints = createMemoryCheckpointStore();
    await expect(run({ ...checkpoints, acquire: down }, never)).rejects.toThrow('no database');
    await expect(run({ ...checkpoints, load: down }, never)).rejects.toThrow('no database');
    await expect(run(savingThrough(checkpoints, down), () => {})).rejects.toThrow('no database');
    expect(await checkpoints.acquire({ name: 'n', leaseDuration: 5_000 })).toBeDefined();
  });

  test.each([
    ['no checkpoint'],
    [7],
    [[]],
    [{}],
    [{ version: 1 }],
    [{ version: 2, task: 'export', outletRef: 'bistro' }],
  ])('rejects %j as a checkpoint', async (left) => {
    const checkpoints = { ...createMemoryCheckpointStore(), load: async () => left };
    await expect(run(checkpoints, never)).rejects.toMatchObject({
      name: 'RequestValidationError',
      issues: [{ path: 'checkpoints' }],
    });
  });

  test('accepts the JSON text of a checkpoint', async () => {
    const checkpoints = createMemoryCheckpointStore();
    const asText = async (name: string) => JSON.stringify((await checkpoints.load(name)) ?? null);
    await run({ ...checkpoints, load: asText }, () => {});
    await run({ ...checkpoints, load: asText }, () => {});
  });
});

describe('a store that never responds', () => {
  const leaseDuration = 5_000;

  /** A store that responds to no call of a method until the test lets it respond to all. */
  function hangingIn(method: 'load' | 'acquire' | 'save' | 'renew' | 'release') {
    const checkpoints = createMemoryCheckpointStore();
    const { callback, isInside, letGo } = halting();
    const hang = (name: string) => (name === method ? callback() : undefined);
    const store: CheckpointStore = {
      ...checkpoints,
      async load(name) {
        await hang('load');
        return checkpoints.load(name);
      },
      async acquire({ name, leaseDuration: duration }) {
        await hang('acquire');
        const acquired = await checkpoints.acquire({ name, leaseDuration: duration });
        return (
          acquired && {
            async save(checkpoint) {
              await hang('save');
              await acquired.save(checkpoint);
            },
            async renew(duration) {
              await hang('renew');
              return acquired.renew(duration);
            },
            async release() {
              await hang('release');
              await acquired.release();
            },
          }
        );
      },
    };
    return { checkpoints, store, isInside, letGo };
  }

  const noResponse = {
    name: 'LeaseError',
    reason: 'no-response',
    message:
      'The run of "n" ended: the checkpoint store did not respond within 5000 ms. Whether the last checkpoint was saved is unknown. ' +
      'Repair the store, then start the run again. Some records can be delivered twice.',
  };

  describe.each(Object.entries<Runner>(runners))('%s', (_, run) => {
    test.each(['load', 'acquire', 'save'] as const)(
      'ends after leaseDuration if %s() hangs',
      async (method) => {
        const { checkpoints, store, isInside, letGo } = hangingIn(method);
        const outcome = rejection(run(store, () => {}, { leaseDuration }));
        await isInside;
        await vi.advanceTimersByTimeAsync(leaseDuration);
        expect(await outcome).toMatchObject(noResponse);
        letGo();
        await vi.advanceTimersByTimeAsync(0);
        expect(await checkpoints.acquire({ name: 'n', leaseDuration })).toBeDefined();
      },
    );

    test('ends after leaseDuration if it is aborted while save() hangs', async () => {
      const { store, isInside } = hangingIn('save');
      const leaving = new AbortController();
      const outcome = rejection(run(store, () => {}, { leaseDuration, signal: leaving.signal }));
      await isInside;
      leaving.abort('closing time');
      await vi.advanceTimersByTimeAsync(leaseDuration);
      expect(await outcome).toMatchObject(noResponse);
    });

    test.each([true, false])('has its result, although release() hangs; aborted: %s', async (isAborted) => {
      const { store, isInside } = hangingIn('release');
      const leaving = new AbortController();
      const callback = () => {
        if (isAborted) leaving.abort('closing time');
      };
      const outcome = run(store, callback, { leaseDuration, signal: leaving.signal }).catch((error) => error);
      await isInside;
      await vi.advanceTimersByTimeAsync(leaseDuration);
      if (isAborted) expect(await outcome).toBe('closing time');
      else expect(await outcome).toMatchObject({ from: expect.any(String) });
    });
  });

  test('ends a run without another record if renew() hangs', async () => {
    const { store } = hangingIn('renew');
    const { callback, isInside, letGo } = halting();
    const handle = vi.fn(callback);
    const outcome = rejection(runners.pollGoodsReceipts(store, handle, { leaseDuration }));
    await isInside;
    await vi.advanceTimersByTimeAsync(6_000);
    letGo();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await outcome).toMatchObject(noResponse);
    expect(handle).toHaveBeenCalledOnce();
  });
});
