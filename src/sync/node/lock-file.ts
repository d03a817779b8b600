import { randomUUID } from 'node:crypto';
import {
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';

/** A lock expires this long after the modification time of its file, which is enough to write a new lock. Milliseconds. */
const timeToWrite = 1_000;

/** The longest lease. A lock that expires later was written while the clock was ahead. Milliseconds. */
const longestLease = 86_400_000;

/**
 * Takes a lock: a file that names its holder. All calls are synchronous, to keep the time between a check and the next step short. A
 * lock that has expired, or whose process has died, is renamed first, because only one process can rename it. A process that
 * renamed a newer lock than it read puts the lock back. If a third process takes the lock in the meantime, the newer holder loses
 * it, and notices at its next use.
 * @param onTakeover - called with the token of the old holder, before this process has the lock
 * @returns `undefined` while another process has the lock
 */
export function takeLock(path: string, leaseDuration: number, onTakeover: (token: string) => void) {
  const old = readLock(path);
  if (old && !(isFree(old) && remove(path, old))) return undefined;
  if (old) onTakeover(old.token);
  const token = randomUUID();
  try {
    writeFileSync(path, `${token} ${process.pid} ${hostId()}`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return undefined;
    throw error;
  }
  const lock = {
    token,
    isHeld: () => readLock(path)?.token === token,
    renew(duration: number) {
      const time = new Date(Date.now() + duration - timeToWrite);
      try {
        if (lock.isHeld()) utimesSync(path, time, time);
      } catch (error) {
        // Another process has just renamed the lock.
        unlessMissing(error);
        return false;
      }
      return lock.isHeld();
    },
    release() {
      if (lock.isHeld()) rmSync(path, { force: true });
    },
  };
  return lock.renew(leaseDuration) ? lock : undefined;
}

type LockFile = NonNullable<ReturnType<typeof readLock>>;

function readLock(path: string) {
  try {
    const text = readFileSync(path, 'utf8');
    const [, token = '', pid = '', host = ''] = /^([-\da-f]{36}) (\d+) (.*)$/.exec(text) ?? [];
    return { text, token, pid, host, modified: statSync(path).mtimeMs };
  } catch (error) {
    return unlessMissing(error);
  }
}

function remove(path: string, { text, modified }: LockFile): boolean {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    const renamed = readLock(aside);
    const isExpected = renamed?.text === text && renamed.modified === modified;
    if (!isExpected) linkSync(aside, path);
    return isExpected;
  } catch (error) {
    // Another process was faster.
    if (hasCode(error, 'ENOENT') || hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isFree({ modified, pid, host }: LockFile): boolean {
  const timeLeft = modified + timeToWrite - Date.now();
  if (timeLeft <= 0 || timeLeft > longestLease) return true;
  if (host === '' || host !== hostId()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
}

/** Identifies the host and, on Linux, the PID namespace that a process ID belongs to. Empty if the runtime denies access. */
function hostId(): string {
  try {
    return `${hostname()} ${process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : ''}`;
  } catch {
    return '';
  }
}

export function unlessMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
