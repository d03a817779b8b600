import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientModule } from '../clients/client.js';
import { monotonicNow } from '../service/clock.js';
import { windowLength } from '../service/windows.js';
import { Calls } from './calls.js';
import { nothingListed } from './nothing-listed.js';
import type { Burst, Outcome, Run } from './work.js';

export async function burst({ open }: ClientModule, { key }: Run, work: Burst): Promise<Outcome> {
  const client = open(key);
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
  return { ...nothingListed, began, ended, calls: records, failed: 0 };
}

/** Returns the milliseconds until `open` ms into the next window, or into the window after it if that is too soon. */
function untilPhase(phase: number, now: number): number {
  const wait = (((phase - now) % windowLength) + windowLength) % windowLength;
  return wait < 10 ? wait + windowLength : wait;
}
