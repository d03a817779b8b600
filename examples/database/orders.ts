import type { Order } from 'outlet-open-api';
import type { OrderComparison } from 'outlet-open-api/sync';
import { type Database, jsonb, type Transaction } from './database.js';

/** Adds an order of the backfill. An order that a webhook or a nightly run has written is noticed, and stays so. */
export async function addOrder(
  tx: Transaction,
  outletRef: string,
  order: Order,
  readAt: Date,
): Promise<void> {
  await upsert(tx, outletRef, order, readAt, false);
}

/** Writes an order that a webhook or a nightly run has read. */
export async function writeOrder(
  db: Transaction,
  outletRef: string,
  order: Order,
  readAt: Date,
): Promise<void> {
  await upsert(db, outletRef, order, readAt, true);
}

/**
 * Writes an order unless the database has a copy that was read later, and the difference to its sales. One statement does both, so it
 * needs no transaction. Two writers of one order run one after the other, because the first one locks its row.
 */
async function upsert(
  db: Transaction,
  outletRef: string,
  order: Order,
  readAt: Date,
  isNoticed: boolean,
): Promise<void> {
  await db.query(
    `with written as (
       insert into orders (outlet_ref, id, content, paid, difference, read_at, noticed)
       values ($1, $2, $3, $4, $4, $5, case when $6 then clock_timestamp() end)
       on conflict (outlet_ref, id) do update
       set content = excluded.content, paid = excluded.paid, difference = excluded.paid - orders.paid,
         read_at = excluded.read_at, noticed = coalesce(excluded.noticed, orders.noticed)
       where orders.read_at <= excluded.read_at
       returning outlet_ref, id, difference
     )
     insert into sales (outlet_ref, order_id, amount) select * from written where difference <> 0`,
    [outletRef, order.id, jsonb(order), paidFor(order), readAt, isNoticed],
  );
}

/** Compares the copy of an order with what was read. `jsonb` compares content, whatever the order of its fields. */
export async function compareOrder(
  db: Database,
  outletRef: string,
  order: Order,
  readAt: Date,
): Promise<OrderComparison> {
  const { rows } = await db.query<{ isCurrent: boolean }>(
    'select content = $3::jsonb or read_at > $4 as "isCurrent" from orders where outlet_ref = $1 and id = $2',
    [outletRef, order.id, jsonb(order), readAt],
  );
  const [copy] = rows;
  if (!copy) return 'missing';
  return copy.isCurrent ? 'current' : 'changed';
}

/** Returns the IDs of the orders that webhooks and nightly runs wrote in a range of time, a thousand per query. */
export async function* ordersNoticed(
  db: Database,
  outletRef: string,
  from: Date,
  to: Date,
): AsyncGenerator<string> {
  const next = async (after: string) => {
    const { rows } = await db.query<{ id: string }>(
      `select id from orders
       where outlet_ref = $1 and id > $2 and noticed >= $3 and noticed < $4
       order by id limit 1000`,
      [outletRef, after, from, to],
    );
    return rows.map(({ id }) => id);
  };
  for (let ids = await next(''); ids.length > 0; ids = await next(ids.at(-1) ?? '')) yield* ids;
}

/**
 * Returns what was paid for an order that is complete, and 0 for any other order, in the currency of the outlet. Rounds to thousandths,
 * because some currencies have three decimals, and because the sum of two numbers such as 0.1 and 0.2 is not exact.
 */
export function paidFor({ status, payments }: Order): number {
  if (status !== 'complete') return 0;
  const sum = (payments ?? []).reduce((all, { amount }) => all + (amount ?? 0), 0);
  return Math.round(sum * 1_000) / 1_000;
}
