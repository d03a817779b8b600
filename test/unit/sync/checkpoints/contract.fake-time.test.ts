import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CheckpointStore,
  createMemoryCheckpointStore,
  type LeaseRequest,
  type SyncRun,
} from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { checkpointStoreContract } from 'outlet-open-api/testing';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';

const folder = await mkdtemp(join(tmpdir(), 'contract-'));
afterAll(() => rm(folder, { recursive: true }));

beforeEach(
  () =>
    void vi
      .useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
      .setTimerTickMode('nextTimerAsync'),
);

describe.each([
  ['a memory store', createMemoryCheckpointStore],
  ['a file store', () => createFileCheckpointStore(folder)],
])('%s', (_, create) => {
  test.each(checkpointStoreContract(create))('$name', ({ run }) => run());
});
/** A memory store with a fault in its runs. */
function runsWith(change: (run: SyncRun, name: string, store: CheckpointStore) => Partial<SyncRun>) {
  return () => {
    const store = createMemoryCheckpointStore();
    return {
      ...store,
      async acquire({ name, leaseDuration }: LeaseRequest) {
        const run = await store.acquire({ name, leaseDuration });
        return run && { ...run, ...change(run, name, store) };
      },
    };
  };
}

function having(change: (store: CheckpointStore) => Partial<CheckpointStore>) {
  return () => {
    const store = createMemoryCheckpointStore();
    return { ...store, ...change(store) };
  };
}

test.each<[string, () => CheckpointStore, string]>([
  [
    'grants every lease',
    having(() => ({
      acquire: async () => createMemoryCheckpointStore().acquire({ name: 'n', leaseDuration: 1 }),
    })),
    'grants',
  ],
  [
    'never frees a lease',
    having(({ acquire }) => ({ acquire: ({ name }) => acquire({ name, leaseDuration: 10 ** 9 }) })),
    'grants an expired',
  ],
  ['forgets to release', runsWith(() => ({ release: async () => {} })), 'grants the lease'],
  ['does not renew', runsWith(() => ({ renew: async () => true })), 'renews a lease'],
  ['never renews', runsWith(() => ({ renew: async () => false })), 'renews a lease'],
  [
    'saves without a lease',
    runsWith(({ save }) => ({ save: async (saved) => Promise.resolve(save(saved)).catch(() => {}) })),
    'loads the checkpoint.*save.. without',
  ],
  [
    'rejects with another error',
    runsWith(({ save }) => ({
      save: (saved) =>
        Promise.resolve(save(saved)).catch(() => {
          throw new Error('no lease');
        }),
    })),
    'loads the checkpoint.*save.. without',
  ],
  ['loses the checkpoint', runsWith(() => ({ save: async () => {} })), 'loads the checkpoint.*load..'],
  [
    'ignores the case and the end of names',
    having(({ acquire, load }) => ({
      acquire: ({ name, leaseDuration }) => acquire({ name: name.slice(0, 50), leaseDuration }),
      load: (name) => load(name.slice(0, 50)),
    })),
    'keeps names apart',
  ],
  ['lists nothing', having(() => ({ list: async () => [] })), 'keeps names apart.*list'],
  ['deletes nothing', having(() => ({ delete: async () => {} })), 'deletes'],
])('finds a store that %s', async (_, create, failing) => {
  const failures = await Promise.all(
    checkpointStoreContract(create).map(({ name, run }) =>
      run().then(
        () => [],
        (error: Error) => [`${name}: ${error.message}`],
      ),
    ),
  );
  expect(failures.flat()).toContainEqual(expect.stringMatching(new RegExp(`^${failing}.*must`)));
});

test('passes a store that returns JSON text, and one that is made asynchronously', async () => {
  const store = createMemoryCheckpointStore();
  const load = async (name: string) => {
    const saved = await store.load(name);
    return saved === undefined ? undefined : JSON.stringify(saved);
  };
  const cases = checkpointStoreContract(async () => ({ ...store, load }));
  await Promise.all(cases.map(({ run }) => run()));
});
