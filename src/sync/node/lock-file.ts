import { stat, utimes } from 'node:fs/promises';
import { type Claim, claimBehind, claimsOf, hasDied, removeClaims, removeStrayClaims } from './claims.js';
import { codeOf } from './error-code.js';

/** A lock that this process holds. */
export interface FileLock {
  isHeld(): Promise<boolean>;
  renew(duration: number): Promise<boolean>;
  release(): Promise<void>;
}

/** Takes a lock, or gives `undefined` while another has it. */
export async function takeLock(path: string, ms: number): Promise<FileLock | undefined> {
  const last = (await claimsOf(path)).at(-1);
  if (last && !(await isOver(last, ms))) return undefined;
  const own = await claimBehind(path, last);
  if (!own) return undefined;
  await removeStrayClaims(path);
  const isOwn = async () => (await claimsOf(path)).at(-1)?.token === own.token;
  return {
    isHeld: isOwn,
    async renew(longer) {
      if (!(await isOwn())) return false;
      const changed = new Date(Date.now() + longer - ms);
      await utimes(own.path, changed, changed).catch(unlessGone);
      return isOwn();
    },
    async release() {
      // A holder too has to be the first behind its claim, so that it cannot take the lock from whoever was faster.
      if ((await isOwn()) && (await claimBehind(path, own))) await removeClaims(path);
    },
  };
}

/** Whether the time of a claim has passed, or its process has died. */
async function isOver(claim: Claim, ms: number): Promise<boolean> {
  if (hasDied(claim)) return true;
  const changed = await stat(claim.path).catch(unlessGone);
  return !changed || changed.mtimeMs + ms <= Date.now();
}

function unlessGone(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
