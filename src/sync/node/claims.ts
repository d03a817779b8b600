import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { constants, copyFile, link, open, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isRecord } from '../../records.js';
import { codeOf } from './error-code.js';
import { readIfThere } from './read-if-there.js';

/**
 * A claim on a lock, which is a file. The first one has the lock's own name. Whoever follows a holder that has died leaves its claim
 * alone and puts another one behind it, under a name that the holder's token makes: a file of a name can be made once, so that one of
 * many follows, and no claim is ever taken for one that is gone. The last one counts.
 */
export interface Claim {
  readonly path: string;
  readonly token: string;
  readonly host: unknown;
  readonly process: unknown;
}

/** What stands for the token of a claim that cannot be read. */
const unreadable = 'unreadable';
const token = /^[-\da-f]{36}$/;
const stray = /^([-\da-f]{36}|unreadable)(\.tmp)?$/;

/** The claims on a lock, each behind the one before; none where it is free. */
export async function claimsOf(path: string): Promise<Claim[]> {
  const claims: Claim[] = [];
  let next = path;
  for (;;) {
    const claim = await read(next);
    if (!claim) return claims;
    claims.push(claim);
    const following = pathBehind(path, claim);
    if (following === next) return claims;
    next = following;
  }
}

/** Makes the first claim behind another, or at all; `undefined` where somebody was faster. */
export async function claimBehind(path: string, last: Claim | undefined): Promise<Claim | undefined> {
  const own = {
    path: last ? pathBehind(path, last) : path,
    token: randomUUID(),
    host: thisMachine(),
    process: process.pid,
  };
  if (!(await create(own))) return undefined;
  if ((await claimsOf(path)).at(-1)?.token === own.token) return own;
  // What it stood behind had gone already.
  await rm(own.path, { force: true });
  return undefined;
}

/** Frees a lock: with its first claim, all are behind none. */
export async function removeClaims(path: string): Promise<void> {
  const claims = await claimsOf(path);
  for (const claim of claims) await rm(claim.path, { force: true });
}

/** Removes what processes left that died at work on the lock. For its holder. */
export async function removeStrayClaims(path: string): Promise<void> {
  const claims = await claimsOf(path);
  const kept = new Set(claims.flatMap((claim) => [claim.path, pathBehind(path, claim)]));
  const start = `${basename(path)}.`;
  const names = await readdir(dirname(path));
  const strays = names
    .filter((name) => name.startsWith(start) && stray.test(name.slice(start.length)))
    .map((name) => join(dirname(path), name));
  await Promise.all(strays.filter((one) => !kept.has(one)).map((one) => rm(one, { force: true })));
}

/** Whether the process of a claim was one of this machine, and is gone. */
export function hasDied({ host, process: id }: Claim): boolean {
  if (host === undefined || host !== thisMachine() || typeof id !== 'number') return false;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/** What a process number belongs to, where it may be known: Deno asks for `--allow-sys`. Containers of one name count their own. */
function thisMachine(): string | undefined {
  try {
    return `${hostname()} ${processNamespace()}`;
  } catch {
    return undefined;
  }
}

/** Linux alone has them. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function pathBehind(path: string, { token }: Claim): string {
  return `${path}.${token}`;
}

async function create({ path, ...content }: Claim): Promise<boolean> {
  const beside = `${path}.${randomUUID()}.tmp`;
  try {
    await write(beside, JSON.stringify(content));
    // Not every file system has links.
    await link(beside, path).catch(() => copyFile(beside, path, constants.COPYFILE_EXCL));
    return true;
  } catch (error) {
    // The holder clears away what it does not know.
    if (['EEXIST', 'ENOENT'].includes(String(codeOf(error)))) return false;
    throw error;
  } finally {
    await rm(beside, { force: true });
  }
}

async function write(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
    // By the clock that it will be held against.
    const now = new Date();
    await file.utimes(now, now);
  } finally {
    await file.close();
  }
}

async function read(path: string): Promise<Claim | undefined> {
  const text = await readIfThere(path);
  if (text === undefined) return undefined;
  const { token: own, host, process } = fieldsOf(text);
  return { path, token: typeof own === 'string' && token.test(own) ? own : unreadable, host, process };
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(text);
    return isRecord(content) ? content : {};
  } catch {
    return {};
  }
}
