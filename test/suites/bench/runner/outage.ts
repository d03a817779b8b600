import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientModule } from '../clients/client.js';
import { monotonicNow } from '../service/clock.js';
import { Calls } from './calls.js';
import { nothingListed } from './nothing-listed.js';
import type { OutageWork, Outcome, Run } from './work.js';

/** Milliseconds between the call that succeeds and the others. The outage begins in between. */
export const leadTime = 1_000;

export async function outage({ open }: ClientModule, { key }: Run, work: OutageWork): Promise<Outcome> {
  const client = open(key);
  await new Calls('before').make(client);
  await sleep(leadTime);
  const first = new Calls('first');
  const later = new Calls('later');
  const began = monotonicNow();
  const running = Array.from({ length: work.calls }, () => first.make(client, work.priority));
  if (work.later > 0) await sleep(work.from);
  for (let call = 0; call < work.later; call += 1) {
    running.push(later.make(client, work.priority));
    await sleep(1_000);
  }
  const giveUp = new AbortController();
  const rest = Math.max(began + work.giveUpAfter - monotonicNow(), 0);
  await Promise.race([Promise.all(running), sleep(rest, undefined, { signal: giveUp.signal })]);
  giveUp.abort();
  const calls = [...first.records, ...later.records].map((record) => ({ ...record }));
  client.close();
  return { ...nothingListed, began, ended: monotonicNow(), calls, failed: 0 };
}
