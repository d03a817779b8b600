import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CheckpointStore } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkpoints-'));
});
afterEach(() => rm(folder, { recursive: true }));

const checkpoint = { version: 2, task: 'backfill', outlet: 'bistro', page: 7 } as const;

async function save(store: CheckpointStore, name: string): Promise<void> {
  const lease = await store.lease(name, 5_000);
  await lease?.save(checkpoint).finally(() => lease.release());
}

test('a checkpoint is a JSON file of its own, that nobody else may read', async () => {
  await save(createFileCheckpointStore(folder), 'orders');
  const path = join(folder, 'orders.json');
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(checkpoint);
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('the folder can be a file: URL, and is made where it is not there', async () => {
  const deep = join(folder, 'a', 'b');
  const store = createFileCheckpointStore(pathToFileURL(deep));
  expect(await store.load('orders')).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
  await save(store, 'orders');
  expect(await createFileCheckpointStore(deep).load('orders')).toEqual(checkpoint);
});

test.each([[''], ['a\0b'], [7], [null], [undefined], [{}], [new URL('https://pos.example')]])(
  '%j is no folder',
  (given) => {
    expect(() => Reflect.apply(createFileCheckpointStore, undefined, [given])).toThrow(
      expect.objectContaining({
        name: 'RequestValidationError',
        issues: [expect.objectContaining({ path: 'folder' })],
      }),
    );
  },
);

test('a file that holds no JSON is refused by its path', async () => {
  const path = join(folder, 'orders.json');
  await writeFile(path, '{"version":');
  await expect(createFileCheckpointStore(folder).load('orders')).rejects.toMatchObject({
    name: 'RequestValidationError',
    issues: [{ path }],
  });
});

test('what a process left that died while it saved goes with the next lease; what others write stays', async () => {
  const left = '.0b4f6a9e-3a52-4b35-9d64-0d7f1a2a7c11.tmp';
  await writeFile(join(folder, `orders.json${left}`), '{"ver');
  await writeFile(join(folder, `orders.json.json${left}`), '{');
  await writeFile(join(folder, 'orders.json.mine.tmp'), '{');
  const lease = await createFileCheckpointStore(folder).lease('orders', 5_000);
  await lease?.release();
  expect(await readdir(folder)).toEqual([`orders.json.json${left}`, 'orders.json.mine.tmp']);
});

test('a save that fails leaves the old checkpoint, and nothing else', async () => {
  const store = createFileCheckpointStore(folder);
  await save(store, 'orders');
  await mkdir(join(folder, 'taken.json'));
  await expect(save(store, 'taken')).rejects.toThrow();
  expect((await readdir(folder)).sort()).toEqual(['orders.json', 'taken.json']);
});

describe('the lock', () => {
  /** The number of a process that has ended. */
  const dead = spawnSync(process.execPath, ['--version']).pid;

  const lockedBy = (holder: object) => writeFile(join(folder, 'orders.lock'), JSON.stringify(holder));

  /** How this machine is named in a lock. */
  let here: unknown;
  beforeEach(async () => {
    const lease = await createFileCheckpointStore(folder).lease('orders', 5_000);
    here = JSON.parse(await readFile(join(folder, 'orders.lock'), 'utf8')).host;
    await lease?.release();
  });

  test('of a process that has died here is free at once', async () => {
    await lockedBy({ token: 't', host: here, process: dead });
    expect(await createFileCheckpointStore(folder).lease('orders', 60_000)).toBeDefined();
  });

  test.each([
    ['that lives', () => ({ token: 't', host: here, process: process.ppid })],
    ['of another machine', () => ({ token: 't', host: `not ${here}`, process: dead })],
    ['that says nothing of itself', () => ({})],
    ['of a container of that name', () => ({ token: 't', host: hostname(), process: dead })],
    ['that may not be asked', () => ({ token: 't', host: here, process: 1 })],
  ])('of a process %s is held', async (_, holder) => {
    await lockedBy(holder());
    expect(await createFileCheckpointStore(folder).lease('orders', 60_000)).toBeUndefined();
  });

  test('that is being written is held', async () => {
    await writeFile(join(folder, 'orders.lock'), '');
    expect(await createFileCheckpointStore(folder).lease('orders', 60_000)).toBeUndefined();
  });

  test('of a dead process goes to one of many', async () => {
    for (let round = 0; round < 20; round += 1) {
      await lockedBy({ token: `t-${round}`, host: here, process: dead });
      const stores = Array.from({ length: 6 }, () => createFileCheckpointStore(folder));
      const leases = await Promise.all(stores.map((store) => store.lease('orders', 60_000)));
      const renewed = await Promise.all(leases.map((lease) => lease?.renew(60_000)));
      expect(renewed.filter((isHeld) => isHeld)).toHaveLength(1);
      await Promise.all(leases.map((lease) => lease?.release()));
    }
    expect(await readdir(folder)).toEqual([]);
  });
});
