import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientModule } from '../clients/client.js';
import { monotonicNow } from '../service/clock.js';
import type { ListWork, Outcome, Run } from './work.js';

/** How long the service runs after a list ends, to record late requests. Milliseconds. */
const aftermath = 1_500;

export async function readList({ open }: ClientModule, { key }: Run, work: ListWork): Promise<Outcome> {
  const client = open(key);
  if (!client.list) throw new Error('This client has no lists');
  const tally = new Tally(work.orders);
  const pages: number[] = [];
  const sizes: number[] = [];
  let hasEnough = false;
  const began = monotonicNow();
  for await (const page of client.list(work.range)) {
    pages.push(monotonicNow());
    sizes.push(page.length);
    tally.count(page);
    hasEnough = pages.length >= work.stopAfter || monotonicNow() - began > work.giveUpAfter;
    if (hasEnough) break;
    if (pages.length > work.quickPages && work.pause > 0) await sleep(work.pause);
  }
  const ended = monotonicNow();
  await sleep(aftermath);
  client.close();
  return { began, ended, calls: [], failed: 0, pages, sizes, ...tally.result(!hasEnough) };
}

/** How often each order was delivered. */
class Tally {
  readonly #times: Uint8Array;

  constructor(orders: number) {
    this.#times = new Uint8Array(orders);
  }

  count(page: readonly unknown[]): void {
    for (const order of page) {
      const index = Number(idOf(order).slice('o-'.length));
      this.#times[index] = (this.#times[index] ?? 0) + 1;
    }
  }

  /** No order counts as lost if the consumer stopped before the end. */
  result(wantedAll: boolean): Pick<Outcome, 'orders' | 'lost' | 'doubled'> {
    const orders = this.#times.filter((times) => times > 0).length;
    return {
      orders,
      lost: wantedAll ? this.#times.length - orders : 0,
      doubled: this.#times.filter((times) => times > 1).length,
    };
  }
}

function idOf(order: unknown): string {
  return typeof order === 'object' && order !== null && 'id' in order ? String(order.id) : '';
}
