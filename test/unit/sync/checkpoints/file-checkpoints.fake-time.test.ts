import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CheckpointStore } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newFolder } from '../../../support/new-folder.js';

let folder = '';
beforeEach(async () => {
  folder = await newFolder();
});

const checkpoint = { version: 2, task: 'backfill', outletRef: 'bistro', page: 7 } as const;

async function save(store: CheckpointStore, name: string): Promise<void> {
  const run = await store.acquire({ name, leaseDuration: 5_000 });
  try {
    await run?.save(checkpoint);
  } finally {
    await run?.release();
  }
}

test('a checkpoint is a JSON file that only its user can read', async () => {
  await save(createFileCheckpointStore(folder), 'orders');
  const path = join(folder, 'orders.json');
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ name: 'orders', checkpoint });
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('the folder can be a file: URL, and is created if it does not exist', async () => {
  const deep = join(folder, 'a', 'b');
  const store = createFileCheckpointStore(pathToFileURL(deep));
  expect(await store.load('orders')).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
  await save(store, 'orders');
  expect(await createFileCheckpointStore(deep).load('orders')).toEqual(checkpoint);
});

test.each([[''], ['a\0b'], [7], [null], [undefined], [{}], [new URL('https://pos.example')]])(
  '%j is not a folder',
  (given) => {
    expect(() => Reflect.apply(createFileCheckpointStore, undefined, [given])).toThrow(
      expect.objectContaining({
        name: 'RequestValidationError',
        issues: [expect.objectContaining({ path: 'folder' })],
      }),
    );
  },
);

test.each(['{"version":', '7', '{}', '{"name":"other","checkpoint":{}}'])(
  'a file with %s is not the checkpoint, and is rejected by its path',
  async (text) => {
    const path = join(folder, 'orders.json');
    await writeFile(path, text);
    const store = createFileCheckpointStore(folder);
    await expect(store.load('orders')).rejects.toMatchObject({
      name: 'RequestValidationError',
      issues: [{ path }],
    });
    expect(await store.list()).not.toContain('orders');
  },
);

test('a save that fails leaves the old checkpoint and no other file', async () => {
  const store = createFileCheckpointStore(folder);
  await save(store, 'orders');
  await mkdir(join(folder, 'taken.json'));
  await expect(save(store, 'taken')).rejects.toThrow();
  expect((await readdir(folder)).sort()).toEqual(['orders.json', 'taken.json']);
});

describe('the lock', () => {
  /** The ID of a process that has ended. */
  const dead = spawnSync(process.execPath, ['--version']).pid;
  const token = '0b4f6a9e-3a52-4b35-9d64-0d7f1a2a7c11';
  const lock = () => join(folder, 'orders.lock');
  const tidy = ['orders.json', 'orders.lock'];

  /** Makes the holder a process that has ended. */
  async function kill(): Promise<void> {
    const text = await readFile(lock(), 'utf8');
    await writeFile(lock(), text.replace(` ${process.pid} `, ` ${dead} `));
  }

  /** How a lock names this host. */
  let here = '';
  beforeEach(async () => {
    const run = await createFileCheckpointStore(folder).acquire({ name: 'orders', leaseDuration: 5_000 });
    here = (await readFile(lock(), 'utf8')).split(' ').slice(2).join(' ');
    await run?.release();
  });

  const lockedBy = async (text: string) => {
    await writeFile(lock(), text);
    const later = new Date(Date.now() + 60_000);
    await utimes(lock(), later, later);
  };

  test('of a process that has died on this host is free at once', async () => {
    await lockedBy(`${token} ${dead} ${here}`);
    expect(
      await createFileCheckpointStore(folder).acquire({ name: 'orders', leaseDuration: 60_000 }),
    ).toBeDefined();
  });

  test.each([
    ['that is alive', () => `${token} ${process.ppid} ${here}`],
    ['of another host', () => `${token} ${dead} not-${here}`],
    ['of an unknown host', () => `${token} ${dead} `],
    ['of another container with the same host name', () => `${token} ${dead} ${hostname()}`],
    ['that cannot be read', () => 'x'],
  ])('of a process %s is held until it expires', async (_, text) => {
    await lockedBy(text());
    const store = createFileCheckpointStore(folder);
    expect(await store.acquire({ name: 'orders', leaseDuration: 60_000 })).toBeUndefined();
    const before = new Date(Date.now() - 1_500);
    await utimes(lock(), before, before);
    expect(await store.acquire({ name: 'orders', leaseDuration: 60_000 })).toBeDefined();
  });

  test('of a process whose clock was days ahead is free', async () => {
    await lockedBy(`${token} ${dead} not-${here}`);
    const ahead = new Date(Date.now() + 6 * 86_400_000);
    await utimes(lock(), ahead, ahead);
    const store = createFileCheckpointStore(folder);
    expect(await store.acquire({ name: 'orders', leaseDuration: 60_000 })).toBeDefined();
  });

  test('that is being written is held', async () => {
    // Writing it can take a slow disk longer than a new lock needs.
    vi.useFakeTimers({ toFake: ['Date'] });
    await writeFile(lock(), '');
    expect(
      await createFileCheckpointStore(folder).acquire({ name: 'orders', leaseDuration: 60_000 }),
    ).toBeUndefined();
  });

  test('is taken over with its own length, whatever length the next run asks for', async () => {
    const store = createFileCheckpointStore(folder);
    await store.acquire({ name: 'orders', leaseDuration: 60_000 });
    const before = new Date(Date.now() + 50_000);
    await utimes(lock(), before, before);
    expect(await store.acquire({ name: 'orders', leaseDuration: 1_000 })).toBeUndefined();
  });

  test('takes what its dead holder was saving with it', async () => {
    const store = createFileCheckpointStore(folder);
    const run = await store.acquire({ name: 'orders', leaseDuration: 60_000 });
    await run?.save(checkpoint);
    const [half = ''] = (await readFile(lock(), 'utf8')).split(' ');
    await writeFile(join(folder, `orders.json.${half}`), '{"name":"ord');
    await writeFile(join(folder, 'orders.json.mine'), 'kept');
    await kill();
    expect(await store.acquire({ name: 'orders', leaseDuration: 60_000 })).toBeDefined();
    expect((await readdir(folder)).sort()).toEqual(['orders.json', 'orders.json.mine', 'orders.lock']);
    expect(await store.load('orders')).toEqual(checkpoint);
  });

  test('is free after each of 100 crashes, which leave no files that would slow it down', async () => {
    const store = createFileCheckpointStore(folder);
    await save(store, 'orders');
    for (let crashes = 0; crashes < 100; crashes += 1) {
      expect(await store.acquire({ name: 'orders', leaseDuration: 60_000 })).toBeDefined();
      const text = readFileSync(lock(), 'utf8');
      writeFileSync(lock(), text.replace(` ${process.pid} `, ` ${dead} `));
    }
    expect((await readdir(folder)).sort()).toEqual(tidy);
  });
});
