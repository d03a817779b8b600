import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Returns the path of a file that does not exist. Its folder is removed after the test. */
export async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outlet-open-api-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'data', 'file.jsonl');
}
