import type { Order } from 'outlet-open-api';
import type { OrderComparison } from 'outlet-open-api/sync';
import { type Database, jsonb, type Transaction } from './database.js';

/** Adds an order of the past, and its sale. One that is there stays as it is: it may come twice, and what is there may be newer. */
export async function addOrder(tx: Transaction, order: Order): Promise<void> {
  const cents = centsOf(order);
  const { rows: added } = await tx.query(
    'insert into orders (id, content, cents) values ($1, $2, $3) on conflict (id) do nothing returning id',
    [order.id, jsonb(order), cents],
  );
  if (added.length > 0) await enterSale(tx, order.id, cents);
}

/**
 * Writes an order as it was read, and by how much its sale has changed.
 *
 * @param begun - no part of it was read before; what was written since is newer, or soon will be, and stays
 */
export async function writeOrder(tx: Transaction, order: Order, begun?: Date): Promise<void> {
  const { id } = order;
  // Makes the row, or locks the one that is there: two that write one order do so one after the other.
  const { rows } = await tx.query<{ cents: number; noticed: Date | null }>(
    `insert into orders (id, content, cents) values ($1, '{}', 0)
     on conflict (id) do update set id = excluded.id
     returning cents, noticed`,
    [id],
  );
  const { cents: before = 0, noticed } = rows[0] ?? {};
  if (begun && noticed && noticed >= begun) return;
  const cents = centsOf(order);
  await tx.query('update orders set content = $2, cents = $3, noticed = clock_timestamp() where id = $1', [
    id,
    jsonb(order),
    cents,
  ]);
  await enterSale(tx, id, cents - before);
}

/** How the copy of an order compares with what was read. `jsonb` looks at content, whatever order its fields stand in. */
export async function compareOrder(db: Database, order: Order, begun: Date): Promise<OrderComparison> {
  const { rows } = await db.query<{ isSame: boolean; isNewer: boolean }>(
    `select content = $2::jsonb as "isSame", coalesce(noticed >= $3, false) as "isNewer"
     from orders where id = $1`,
    [order.id, jsonb(order), begun],
  );
  const [copy] = rows;
  if (!copy) return 'missing';
  return copy.isSame || copy.isNewer ? 'current' : 'changed';
}

/** Ids of the orders that webhooks and nights wrote in a time, a thousand after the other. */
export async function* ordersNoticed(db: Database, from: Date, to: Date): AsyncGenerator<string> {
  const next = async (after: string) => {
    const { rows } = await db.query<{ id: string }>(
      'select id from orders where id > $1 and noticed >= $2 and noticed < $3 order by id limit 1000',
      [after, from, to],
    );
    return rows.map(({ id }) => id);
  };
  for (let ids = await next(''); ids.length > 0; ids = await next(ids.at(-1) ?? '')) yield* ids;
}

/** Added to and never changed: no key says that an order has one sale, as it can be reopened and cost something else. */
async function enterSale(tx: Transaction, orderId: string, cents: number): Promise<void> {
  if (cents === 0) return;
  await tx.query('insert into sales (order_id, cents) values ($1, $2)', [orderId, cents]);
}

/** What was paid for an order that is complete. Any other one is no sale, or none yet. */
export function centsOf({ status, payments }: Order): number {
  if (status !== 'complete') return 0;
  return (payments ?? []).reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
}
