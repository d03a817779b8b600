import { createRandom } from '../../../../src/random.js';
import type { ClientModule } from '../clients/client.js';
import { monotonicNow } from '../service/clock.js';
import { Calls } from './calls.js';
import { nothingListed } from './nothing-listed.js';
import { callUntil, reached } from './until.js';
import type { Guests, Outcome, Run } from './work.js';

export async function guests({ open }: ClientModule, { key }: Run, work: Guests): Promise<Outcome> {
  const client = open(key);
  const backfill = new Calls('backfill');
  const orders = new Calls('guest');
  const random = createRandom(work.every);
  const began = monotonicNow();
  const end = began + work.duration;
  for (let caller = 0; caller < work.backfill; caller += 1) {
    callUntil(end, () => backfill.make(client, 'background'));
  }
  let next = began + work.from;
  while (next < end) {
    await reached(next);
    orders.make(client, 'interactive');
    next += work.every * (0.5 + random.next());
  }
  await reached(end);
  const calls = orders.records.map((record) => ({ ...record }));
  const { failed } = backfill;
  client.close();
  return { ...nothingListed, began, ended: end, calls, failed };
}
