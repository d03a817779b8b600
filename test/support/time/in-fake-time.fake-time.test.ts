import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../new-folder.js';
import { inFakeTime } from './fake-time.js';

test('no fake time passes while files are written and read', async () => {
  const file = join(await newFolder(), 'file');
  await inFakeTime(async () => {
    const begin = Date.now();
    const timer = setInterval(() => {}, 1);
    for (let round = 0; round < 50; round += 1) {
      await writeFile(file, 'text', { flush: true });
      await readFile(file);
    }
    expect(Date.now() - begin).toBe(0);
    clearInterval(timer);
  });
});

test('fake time passes as fast as the work allows', async () => {
  await inFakeTime(async () => {
    const begin = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
    expect(performance.now() - begin).toBe(3_600_000);
  });
});
