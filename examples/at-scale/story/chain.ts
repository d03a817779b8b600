import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createFakeOutlet, type FakeOrder, type FakeOutlet } from 'outlet-open-api/testing';
import { toNodeListener } from 'outlet-open-api/webhooks';
import { createRandom } from '../../../src/random.js';
import { paidFor } from '../orders.js';
import { secretOf } from '../webhook-secret.js';

/** A fake chain of outlets on a loopback port, whose staff add, complete, change and cancel orders. */
export interface Chain {
  /** The URL of its API. */
  readonly url: string;
  readonly outlets: readonly FakeOutlet[];
  /** What was paid for each order, after each of its changes. */
  readonly history: ReadonlyMap<string, readonly number[]>;
  /** Changes orders, so that the outlets send this many webhooks. About 100 per second. */
  work(events: number): Promise<void>;
  /** Changes orders without webhooks: some complete while no webhook arrives, and some are reopened. */
  changeSilently(): Promise<void>;
  /** Resolves when the receivers have acknowledged all webhooks. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a chain. Its webhooks go to the URLs that `receivers` returns, in turn, as a load balancer does it. */
export async function openChain(
  { count, seed, webhookSecret }: { count: number; seed: number; webhookSecret: string },
  receivers: () => readonly string[],
): Promise<Chain> {
  const random = createRandom(seed).integer;
  let turn = 0;
  const first = createFakeOutlet({
    seed,
    empty: true,
    outletId: 'outlet-1',
    webhookFetch(url, init) {
      const { host, pathname } = new URL(url);
      if (host !== 'receivers.example') return fetch(url, init);
      turn += 1;
      const urls = receivers();
      return fetch(`${urls[turn % urls.length]}${pathname}`, init);
    },
    webhookDuplicates: 0.1,
    webhookDelay: 50,
    webhookRetries: 8,
    webhookRetryDelay: 200,
  });
  const others = Array.from({ length: count - 1 }, (_, index) =>
    first.addOutlet({ empty: true, outletId: `outlet-${index + 2}` }),
  );
  const outlets = [first, ...others];
  const history = new Map<string, number[]>();
  for (const { key, menus, outletId } of outlets) {
    menus.add({ id: 'pizza', name: 'Pizza', price: 12.5, options: [] });
    menus.publish();
    key('order-data').webhookUrl =
      `http://receivers.example/hooks/${outletId}/${secretOf(outletId, webhookSecret)}`;
  }

  function record({ outletId }: FakeOutlet, order: FakeOrder): void {
    const name = `${outletId}/${order.id}`;
    history.set(name, [...(history.get(name) ?? []), paidFor(order)]);
  }

  function completeNew(outlet: FakeOutlet): string {
    const items = [{ menuItemId: 'pizza', quantity: random(1, 9) }];
    const { id } = outlet.orders.add({ items });
    record(outlet, outlet.orders.complete(id));
    return id;
  }

  /** Orders that are complete, by outlet. */
  const complete = new Map<FakeOutlet, string[]>(outlets.map((outlet) => [outlet, []]));

  /** Changes an order of an outlet, which sends one webhook. */
  function change(outlet: FakeOutlet): void {
    const { orders } = outlet;
    const ids = complete.get(outlet) ?? [];
    const dice = random(1, 100);
    const index = random(0, ids.length - 1);
    const id = ids[index];
    if (id === undefined || dice <= 65) {
      ids.push(completeNew(outlet));
    } else if (dice <= 85) {
      record(outlet, orders.reopen(id));
      orders.changeTotals(id);
      record(outlet, orders.complete(id));
    } else {
      record(outlet, orders.cancel(id));
      ids.splice(index, 1);
    }
  }

  const server = createServer(toNodeListener((request) => first.fetch(request))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    outlets,
    history,
    async work(events) {
      for (let event = 1; event <= events; event += 1) {
        change(outlets[random(0, count - 1)] ?? first);
        if (event % 10 === 0) await pause(100);
      }
    },
    async changeSilently() {
      const keys = outlets.map(({ key }) => key('order-data'));
      const urls = keys.map(({ webhookUrl }) => webhookUrl);
      for (const key of keys) key.webhookUrl = undefined;
      for (const outlet of outlets) {
        completeNew(outlet);
        const reopened = complete.get(outlet)?.pop();
        if (reopened !== undefined) record(outlet, outlet.orders.reopen(reopened));
      }
      await first.idle();
      for (const [index, key] of keys.entries()) key.webhookUrl = urls[index];
    },
    idle: () => first.idle(),
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
