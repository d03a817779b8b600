import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { replaceFile } from '../../../../src/emulator/state-file/replace-file.js';

/** How often the next renames fail, as on Windows while an antivirus reads the file. */
let heldFor = 0;

function failIfHeld() {
  heldFor -= 1;
  if (heldFor >= 0)
    throw Object.assign(new Error('EPERM: operation not permitted, rename'), { code: 'EPERM' });
}

vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  const renameSync: typeof fs.renameSync = (...paths) => {
    failIfHeld();
    fs.renameSync(...paths);
  };
  return { ...fs, renameSync };
});

vi.mock('node:fs/promises', async (load) => {
  const fs = await load<typeof import('node:fs/promises')>();
  const rename: typeof fs.rename = async (...paths) => {
    failIfHeld();
    await fs.rename(...paths);
  };
  return { ...fs, rename };
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outlet-open-api-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const checkpoint = { task: 'backfill', version: 2, outletRef: 'bistro' } as const;

test('a checkpoint is saved, although another program holds the file for a moment', async () => {
  const store = createFileCheckpointStore(newFolder());
  const run = await store.acquire({ name: 'backfill', leaseDuration: 10_000 });
  heldFor = 2;
  await run?.save(checkpoint);
  expect(await store.load('backfill')).toEqual(checkpoint);
});

test('an expired lock is taken over, although another program holds its file for a moment', async () => {
  const store = createFileCheckpointStore(newFolder());
  await store.acquire({ name: 'backfill', leaseDuration: -100_000 });
  heldFor = 2;
  expect(await store.acquire({ name: 'backfill', leaseDuration: 10_000 })).toBeDefined();
  expect(heldFor).toBeLessThan(0);
});

test('a file of the emulator is replaced, although another program holds it for a moment', async () => {
  const file = join(newFolder(), 'state.json');
  await replaceFile(file, 'old');
  heldFor = 2;
  await replaceFile(file, 'new');
  expect(await readFile(file, 'utf8')).toBe('new');
});

test('a file that stays held is reported', async () => {
  const file = join(newFolder(), 'state.json');
  heldFor = 100;
  await expect(replaceFile(file, 'new')).rejects.toThrow('EPERM');
});
