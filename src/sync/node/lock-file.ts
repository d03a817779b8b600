import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isRecord } from '../../records.js';
import type { Lease } from '../checkpoints/checkpoint-store.js';
import { codeOf } from './error-code.js';

/**
 * Who holds a lock. The file's last change says since when; to set that takes no look into the file, so that no renewal can take
 * a lock from whoever has it meanwhile.
 */
interface Holder {
  readonly token?: unknown;
  readonly host?: unknown;
  readonly process?: unknown;
}

/** Takes a lock that is one file, or gives `undefined` while another has it. */
export async function takeLock(path: string, ms: number): Promise<Lease | undefined> {
  const token = randomUUID();
  const isTaken = (await create(path, token)) || ((await clear(path, ms)) && (await create(path, token)));
  if (!isTaken) return undefined;
  const isOwn = async () => (await holderOf(path))?.token === token;
  return {
    async renew(longer) {
      if (!(await isOwn())) return false;
      const changed = new Date(Date.now() + longer - ms);
      await utimes(path, changed, changed).catch(unlessGone);
      return isOwn();
    },
    async release() {
      if (await isOwn()) await rm(path, { force: true });
    },
  };
}

async function create(path: string, token: string): Promise<boolean> {
  const holder: Holder = { token, host: hostname(), process: process.pid };
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(JSON.stringify(holder)).finally(() => file.close());
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Takes a lock away whose time has passed, or whose process has died. Of several that try, one does it. */
async function clear(path: string, ms: number): Promise<boolean> {
  const holder = await holderOf(path);
  const changed = await stat(path).catch(unlessGone);
  if (!holder || !changed) return true;
  if (changed.mtimeMs + ms > Date.now() && !hasDied(holder)) return false;
  const aside = `${path}.${randomUUID()}.tmp`;
  await rename(path, aside).catch(unlessGone);
  const moved = await holderOf(aside);
  if (!moved) return true;
  if (moved.token === holder.token) {
    await rm(aside, { force: true });
    return true;
  }
  // Somebody else was faster, and this is the new lock: whoever takes it in this moment finds out with the next renewal.
  await rename(aside, path).catch(unlessGone);
  return false;
}

/** `undefined` where there is no lock; nobody in particular where it is being written. */
async function holderOf(path: string): Promise<Holder | undefined> {
  const text = await readFile(path, 'utf8').catch(unlessGone);
  if (text === undefined) return undefined;
  try {
    const holder: unknown = JSON.parse(text);
    return isRecord(holder) ? holder : {};
  } catch {
    return {};
  }
}

/** Whether a process of this machine is gone. */
function hasDied(holder: Holder): boolean {
  if (holder.host !== hostname() || typeof holder.process !== 'number') return false;
  try {
    process.kill(holder.process, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

function unlessGone(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
