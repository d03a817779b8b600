import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type CheckpointStore, createMemoryCheckpointStore, type SyncCheckpoint } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

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
  return Object.assign({ version: 2, task: 'backfill', outlet: 'bistro' } as const, content);
}

describe.each(Object.entries(kinds))('%s', (_, make) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

  test('gives nothing where nothing was saved', async () => {
    expect((await make().load('orders')) ?? null).toBeNull();
  });

  test('gives what was saved last, under whatever name', async () => {
    const store = make();
    const names = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter(isWellFormed);
    await fc.assert(
      fc.asyncProperty(names, fc.object(), fc.object(), async (name, first, last) => {
        const lease = await store.lease(name, 5_000);
        await lease?.save(checkpoint(first));
        await lease?.save(checkpoint(last));
        await lease?.release();
        expect(await store.load(name)).toEqual(JSON.parse(JSON.stringify(checkpoint(last))));
      }),
      { numRuns: 40 },
    );
  });

  test('keeps what it was given, whatever becomes of the object', async () => {
    const store = make();
    const pages = [1];
    const lease = await store.lease('orders', 5_000);
    await lease?.save(checkpoint({ pages }));
    pages.push(2);
    Object.assign(Object(await store.load('orders')), { version: 3 });
    expect(await store.load('orders')).toEqual(checkpoint({ pages: [1] }));
  });

  test('keeps names apart', async () => {
    const store = make();
    const long = 'ресторан на набережной реки '.repeat(20);
    const names = [
      'a',
      'A b',
      'a.json',
      'a/b',
      '../a',
      '..',
      'a%2Fb',
      'ä',
      'a.lock',
      long,
      `${long}2`,
      '\ud800',
    ];
    for (const name of names) await (await store.lease(name, 5_000))?.save(checkpoint({ name }));
    for (const name of names) expect(await store.load(name)).toEqual(checkpoint({ name }));
  });

  test('gives one lease of a name at a time', async () => {
    const store = make();
    const leases = await Promise.all(Array.from({ length: 8 }, () => store.lease('orders', 5_000)));
    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
    expect(await store.lease('receipts', 5_000)).toBeDefined();
  });

  test.each([['orders'], ['ресторан на набережной Фонтанки'.repeat(9)], ['\ud800']])(
    'gives the lease of %j again once it was released',
    async (name) => {
      const store = make();
      const lease = await store.lease(name, 5_000);
      await lease?.release();
      expect(await store.lease(name, 5_000)).toBeDefined();
    },
  );

  test('gives a lease again once it was not renewed in time, to one of many', async () => {
    const store = make();
    const old = await store.lease('orders', 5_000);
    wait(4_000);
    expect(await old?.renew(5_000)).toBe(true);
    wait(4_000);
    expect(await store.lease('orders', 5_000)).toBeUndefined();
    wait(2_000);
    const leases = await Promise.all(Array.from({ length: 8 }, () => store.lease('orders', 5_000)));
    const taken = leases.filter((lease) => lease !== undefined);
    expect(taken).toHaveLength(1);
    expect(await old?.renew(5_000)).toBe(false);
    await old?.release();
    expect(await taken[0]?.renew(5_000)).toBe(true);
    expect(await store.lease('orders', 5_000)).toBeUndefined();
  });

  test('renews a lease that has run out, where nobody else took it', async () => {
    const store = make();
    const lease = await store.lease('orders', 5_000);
    wait(60_000);
    expect(await lease?.renew(5_000)).toBe(true);
    expect(await store.lease('orders', 5_000)).toBeUndefined();
  });

  test('takes any length of a lease', async () => {
    const store = make();
    const lease = await store.lease('orders', 1_000);
    wait(500);
    await lease?.renew(60_000);
    wait(59_000);
    expect(await store.lease('orders', 1_000)).toBeUndefined();
    wait(2_000);
    expect(await store.lease('orders', 1_000)).toBeDefined();
  });
});

/** What can stand in an address: a lone surrogate cannot. */
function isWellFormed(name: string): boolean {
  return !/\p{Surrogate}/u.test(name);
}

test('saving leaves nothing in the folder but the checkpoint', async () => {
  const path = join(folder, 'tidy');
  const store = createFileCheckpointStore(path);
  const lease = await store.lease('orders', 5_000);
  for (let page = 0; page < 5; page += 1) await lease?.save(checkpoint({ page }));
  await lease?.release();
  expect(await readdir(path)).toEqual(['orders.json']);
});
