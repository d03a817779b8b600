import { isDeepStrictEqual } from 'node:util';
import { isEnded, type Order, OutletClient } from 'outlet-open-api';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import type pg from 'pg';
import { serve } from '../../../../../examples/restaurant/serve.js';
import { createRandom } from '../../../../../src/random.js';

const day = 24 * 60 * 60 * 1_000;
/** The start of the copy. */
export const since = new Date(Date.now() - 90 * day).toISOString();

export type Chain = Awaited<ReturnType<typeof openChain>>;

/** Opens a chain of fake outlets with equal order IDs. Each outlet has two keys, which both receive its events, at these ports in turn. */
export async function openChain(options: {
  outlets: number;
  seed: number;
  hostile: boolean;
  ports: number[];
}) {
  const { outlets, seed, hostile, ports } = options;
  const random = createRandom(seed);
  // Of its own, because webhooks arrive in another order each time.
  const network = createRandom(seed + 1);
  /** The share of the webhooks that the API loses. */
  const chance = { lost: 0 };
  let turn = 0;
  const first = createFakeOutlet({
    ...{ seed, hostile, empty: true, rateLimit: false, webhookRetries: 6, webhookRetryDelay: 200 },
    async webhookFetch(url, init) {
      if (network.next() < chance.lost) return new Response();
      turn += 1;
      const { pathname, search } = new URL(url);
      return fetch(`http://127.0.0.1:${ports[turn % ports.length]}${pathname}${search}`, init);
    },
  });
  const fakes = [first, ...Array.from({ length: outlets - 1 }, () => first.addOutlet({ empty: true }))];
  const places = fakes.map((fake, index) => ({
    outletRef: `outlet-${index}`,
    fake,
    keys: keysOf(fake, index),
  }));
  const { url, close } = await serve((request) => first.fetch(request));

  return {
    ...{ fake: first, places, random, chance, url, close },
    idle: () => first.idle(),
    get statuses() {
      return first.deliveries.map(({ status }) => status);
    },

    /** Sets the webhook URLs of these keys. The others get no webhooks. */
    deliverTo(keyRefs: readonly string[] = places.flatMap(({ keys }) => keys.map(({ keyRef }) => keyRef))) {
      for (const { keyRef, key } of places.flatMap(({ keys }) => keys))
        key.webhookUrl = keyRefs.includes(keyRef)
          ? `http://chain.example/${keyRef}?secret=${secret}`
          : undefined;
    },

    async addTo(pool: pg.Pool) {
      await pool.query(tables);
      for (const { outletRef, keys } of places)
        for (const { keyRef, key } of keys)
          await pool.query('insert into api_keys values ($1, $2, $3)', [keyRef, outletRef, key.token]);
    },

    /** Lets the staff of an outlet change an order, if its status allows it. */
    change() {
      const { orders } = random.pick(places).fake;
      const id = `${random.pick(['o', 'new'])}-${random.integer(1, recent)}`;
      const step = random.pick(['complete', 'complete', 'cancel', 'inKitchen', 'reopen', 'changeTotals']);
      try {
        if (!orders.get(id)) addOrder(orders, id, { partnerAggregated: random.next() < 0.1 });
        else if (step === 'changeTotals')
          orders.changeTotals(id, { appliedDiscounts: [{ name: `d-${random.hex(4)}` }] });
        else orders[step](id);
      } catch {
        // Such as the cancellation of a cancelled order.
      }
    },

    /** Adds orders of the past. Some are older than what the nightly run lists, so the staff must not change them. */
    addPast(count: number) {
      for (const { fake } of places)
        for (let order = 1; order <= count; order += 1) {
          const age = random.integer(1, order <= recent ? 25 : 80) * day + random.integer(1, day - 1);
          addOrder(fake.orders, `o-${order}`, { created: new Date(Date.now() - age), status: 'complete' });
        }
    },

    /** Compares the database with what the API returns. Returns each difference as a line. */
    async differences(pool: pg.Pool): Promise<string[]> {
      const { rows } = await pool.query('select outlet_ref, order_id, content from outlet_orders');
      const copies = new Map(rows.map((row) => [`${row.outlet_ref}/${row.order_id}`, row.content]));
      const found: string[] = [];
      for (const { outletRef, fake } of places) {
        for (const [id, order] of await ordersOf(fake)) {
          const name = `${outletRef}/${id}`;
          const copied = copies.get(name);
          copies.delete(name);
          // An order that was never seen while it had ended is in no list, and its event can be lost.
          if (copied === undefined && !isEnded(order)) continue;
          if (!isDeepStrictEqual(copied, order))
            found.push(`${name}: ${order.status}, copied ${copied?.status}`);
        }
        // The API returns 404 for an order that a partner aggregated, and no list contains it while it is open.
        for (const { id } of fake.orders.all()) copies.delete(`${outletRef}/${id}`);
      }
      for (const name of copies.keys()) found.push(`${name}: only in the copy`);
      for (const { name } of (await pool.query(wrongChanges)).rows)
        found.push(`${name}: changes that did not follow each other`);
      return found;
    },
  };
}

/** How many of the past orders are recent, so that the staff can change them. */
const recent = 6;

export const secret = 'a-secret-of-this-chain';

const tables = `
  create table api_keys (key_ref text primary key, outlet_ref text not null, token text not null);
  create table changes (entry bigint generated always as identity, outlet_ref text, order_id text, before jsonb, after jsonb);
`;

/** Each change has to start where the one before ended, and the last one has to end at the copy. */
const wrongChanges = `
  with steps as (
    select outlet_ref, order_id, before, after,
      lag(after) over each_order as last, lead(after) over each_order as next
    from changes window each_order as (partition by outlet_ref, order_id order by entry)
  )
  select distinct outlet_ref || '/' || order_id as name
  from outlet_orders full join steps using (outlet_ref, order_id)
  where before is distinct from last or (next is null and after is distinct from content) or before = after
`;

function keysOf(fake: FakeOutlet, index: number) {
  const keys = [fake.key('order-data'), fake.keys.create({ useCase: 'order-data' })];
  return keys.map((key, part) => ({ key, keyRef: `outlet-${index}-key-${part}` }));
}

function addOrder(
  orders: FakeOutlet['orders'],
  id: string,
  order: Parameters<FakeOutlet['orders']['add']>[0],
): void {
  orders.add({ id, createdBy: 'digital-ordering', payments: [{ amount: 10 + id.length }], ...order });
}

/** Returns all orders as the API returns them, one by one or in its list. */
async function ordersOf({ baseUrl, fetch, key, orders }: FakeOutlet): Promise<Map<string, Order>> {
  const accessToken = key('order-data').token;
  const outlet = new OutletClient({ baseUrl, fetch, accessToken, rateLimit: false, logLevel: 'off' });
  const found = new Map<string, Order>();
  for await (const order of outlet.orders.list({ from: since })) found.set(order.id, order);
  for (const { id } of orders.all()) {
    const order = await outlet.orders.get(id).catch(() => undefined);
    if (order) found.set(id, order);
  }
  return found;
}
