import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const token = /^[-\da-f]{36}\.tmp$/;

/** Gives a file other content, which is on the disk when this resolves. A crash leaves the old content or the new. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const beside = `${path}.${randomUUID()}.tmp`;
  try {
    await writeThrough(beside, content);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Removes what processes left beside a file that died at work on it. Nobody else may be at work on it. */
export async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  const start = `${basename(path)}.`;
  const isLeftover = (name: string) => name.startsWith(start) && token.test(name.slice(start.length));
  const leftovers = (await readdir(folder)).filter(isLeftover);
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { force: true })));
}

async function writeThrough(path: string, content: string): Promise<void> {
  // What it holds can be business data.
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Without it, the new name may be lost where the power fails. Windows opens no folders, and needs none. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    await folder.sync().finally(() => folder.close());
  } catch {
    // The content is safe under either name.
  }
}
