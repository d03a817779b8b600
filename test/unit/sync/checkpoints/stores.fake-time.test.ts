import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type CheckpointStore, createMemoryCheckpointStore, type SyncCheckpoint } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';

const folder = await mkdtemp(join(tmpdir(), 'checkpoints-'));
afterAll(() => rm(folder, { recursive: true }));

let stores = 0;
const kinds: Readonly<Record<string, () => CheckpointStore>> = {
  createMemoryCheckpointStore,
  createFileCheckpointStore() {
    stores += 1;
    return createFileCheckpointStore(join(folder, 'made', 'by', String(stores)));
  },
};

/** A checkpoint, with what only this package knows. */
function checkpoint(content: object): SyncCheckpoint {
  return Object.assign({ version: 2, task: 'backfill', outletRef: 'bistro' } as const, content);
}

describe.each(Object.entries(kinds))('%s', (_, make) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

  const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

  test('loads what was saved last under any name', async () => {
    const store = make();
    const names = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter(isWellFormed);
    await fc.assert(
      fc.asyncProperty(names, fc.object(), fc.object(), async (name, first, last) => {
        const run = await store.acquire({ name, leaseDuration: 5_000 });
        await run?.save(checkpoint(first));
        await run?.save(checkpoint(last));
        await run?.release();
        expect(await store.load(name)).toEqual(JSON.parse(JSON.stringify(checkpoint(last))));
      }),
      { numRuns: 40 },
    );
  });

  test('keeps what was saved, also if the caller changes its object later', async () => {
    const store = make();
    const pages = [1];
    const run = await store.acquire({ name: 'orders', leaseDuration: 5_000 });
    await run?.save(checkpoint({ pages }));
    pages.push(2);
    Object.assign(Object(await store.load('orders')), { version: 3 });
    expect(await store.load('orders')).toEqual(checkpoint({ pages: [1] }));
  });

  test('grants leases of different lengths, each for its own length', async () => {
    const store = make();
    const run = await store.acquire({ name: 'orders', leaseDuration: 5_000 });
    wait(500);
    await run?.renew({ leaseDuration: 60_000 });
    wait(59_000);
    expect(await store.acquire({ name: 'orders', leaseDuration: 1_000 })).toBeUndefined();
    wait(2_000);
    expect(await store.acquire({ name: 'orders', leaseDuration: 1_000 })).toBeDefined();
  });
});

/** A lone surrogate cannot be URL-encoded. */
function isWellFormed(name: string): boolean {
  return !/\p{Surrogate}/u.test(name);
}

test('a run leaves nothing in the folder but its checkpoint', async () => {
  const path = join(folder, 'tidy');
  const store = createFileCheckpointStore(path);
  const run = await store.acquire({ name: 'orders', leaseDuration: 5_000 });
  for (let page = 0; page < 5; page += 1) await run?.save(checkpoint({ page }));
  await run?.release();
  expect(await readdir(path)).toEqual(['orders.json']);
});
