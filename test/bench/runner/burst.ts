import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientModule } from '../clients/client.js';
import { monotonicNow } from '../service/clock.js';
import { windowLength } from '../service/windows.js';
import { Calls } from './calls.js';
import { nothingWalked } from './nothing-walked.js';
import type { Burst, Outcome, Run } from './work.js';

export async function burst({ open }: ClientModule, { key }: Run, work: Burst): Promise<Outcome> {
  const client = open(key);
  if (work.usedBefore) await use(client.get);
  await sleep(untilPhase(work.phase, monotonicNow() + key.clockOffset));
  const calls = new Calls('burst');
  const began = monotonicNow();
  const all = Promise.all(Array.from({ length: work.calls }, () => calls.make(client)));
  const giveUp = new AbortController();
  await Promise.race([all, sleep(work.giveUpAfter, undefined, { signal: giveUp.signal })]);
  giveUp.abort();
  const ended = monotonicNow();
  const records = calls.records.map((record) => ({ ...record }));
  client.close();
  return { ...nothingWalked, began, ended, calls: records };
}

/** A dozen calls, four at a time, and a pause in which all that was counted is forgotten. */
async function use(get: (id: string) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await Promise.allSettled(Array.from({ length: 4 }, (_, index) => get(`before-${round}-${index}`)));
    await sleep(windowLength);
  }
}

/** Milliseconds until the next window has been open for so long; in the window after, where that is too near. */
function untilPhase(phase: number, now: number): number {
  const wait = (((phase - now) % windowLength) + windowLength) % windowLength;
  return wait < 10 ? wait + windowLength : wait;
}
