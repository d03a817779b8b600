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
  await upsert(tx, outletRef, order, readAt);
}

/** Writes an order that a webhook or a nightly run has read. */
export async function writeOrder(
  tx: Transaction,
  outletRef: string,
  order: Order,
  readAt: Date,
): Promise<void> {
  const isWritten = await upsert(tx, outletRef, order, readAt);
  if (!isWritten) return;
  await tx.query('update orders set noticed = clock_timestamp() where outlet_ref = $1 and id = $2', [
    outletRef,
    order.id,
  ]);
}

/** Writes an order unless the database has a copy that was read later, and the difference to its sales. Returns whether it did. */
async function upsert(tx: Transaction, outletRef: string, order: Order, readAt: Date): Promise<boolean> {
  const cents = centsOf(order);
  // Creates the row or locks it, so that two writers of one order run one after the other.
  const { rows: before } = await tx.query<{ cents: number }>(
    `insert into orders (outlet_ref, id, content, cents, read_at) values ($1, $2, '{}', 0, '-infinity')
     on conflict (outlet_ref, id) do update set id = excluded.id
     returning cents`,
    [outletRef, order.id],
  );
  const { rows: written } = await tx.query(
    `update orders set content = $3, cents = $4, read_at = $5
     where outlet_ref = $1 and id = $2 and read_at <= $5
     returning id`,
    [outletRef, order.id, jsonb(order), cents, readAt],
  );
  if (written.length === 0) return false;
  await enterSale(tx, outletRef, order.id, cents - (before[0]?.cents ?? 0));
  return true;
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

/** Sales are only added, because an order can be reopened and its price can change. */
async function enterSale(tx: Transaction, outletRef: string, orderId: string, cents: number): Promise<void> {
  if (cents === 0) return;
  await tx.query('insert into sales (outlet_ref, order_id, cents) values ($1, $2, $3)', [
    outletRef,
    orderId,
    cents,
  ]);
}

/** Returns what was paid for an order that is complete, and 0 for any other order. */
export function centsOf({ status, payments }: Order): number {
  if (status !== 'complete') return 0;
  return (payments ?? []).reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
}
