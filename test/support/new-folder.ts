import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * Creates a folder that is removed after the test.
 * @param afterTest - `onTestFinished` of the test. Concurrent tests need their own, because the global one can be that of another test.
 */
export async function newFolder(afterTest: typeof onTestFinished = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outlet-open-api-'));
  afterTest(() => rm(folder, { recursive: true }));
  return folder;
}
