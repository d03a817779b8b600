import type { ClientModule } from '../clients/client.js';
import { monotonicNow } from '../service/clock.js';
import { Calls } from './calls.js';
import { nothingListed } from './nothing-listed.js';
import { callUntil, reached } from './until.js';
import type { Outcome, Run, Saturation } from './work.js';

/** Calls that are queued or in flight at any time: more than fit into any round trip here. */
const callers = 40;

export async function saturation({ open }: ClientModule, { key }: Run, work: Saturation): Promise<Outcome> {
  const clients = Array.from({ length: work.clients }, () => open(key));
  const calls = new Calls('saturation');
  const began = monotonicNow();
  const end = began + work.duration;
  for (const client of clients) {
    for (let caller = 0; caller < callers / clients.length; caller += 1) {
      callUntil(end, () => calls.make(client));
    }
  }
  await reached(end);
  const { failed } = calls;
  for (const client of clients) client.close();
  return { ...nothingListed, began, ended: end, calls: [], failed };
}
