import type { Order } from 'outlet-open-api';
import type { OrderComparison } from 'outlet-open-api/sync';
import type pg from 'pg';

/** Returns the time of the clock that all processes share. */
export async function databaseTime(db: pg.Pool): Promise<Date> {
  const { rows } = await db.query<{ time: Date }>('select clock_timestamp() as time');
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL returned no time.');
  return row.time;
}

/**
 * Writes an order unless the database has a copy that was read later, and the difference to its sales. So the same order can be
 * written any number of times, in any sequence, by any process. One statement does both, so it needs no transaction.
 */
export async function writeOrder(db: pg.Pool, outletRef: string, order: Order, readAt: Date): Promise<void> {
  await db.query(
    `with written as (
       insert into orders (outlet_ref, id, content, paid, difference, read_at) values ($1, $2, $3, $4, $4, $5)
       on conflict (outlet_ref, id) do update
       set content = excluded.content, paid = excluded.paid, difference = excluded.paid - orders.paid,
         read_at = excluded.read_at, written_at = clock_timestamp()
       where orders.read_at <= excluded.read_at
       returning outlet_ref, id, difference
     )
     insert into sales (outlet_ref, order_id, amount) select * from written where difference <> 0`,
    [outletRef, order.id, jsonb(order), paidFor(order), readAt],
  );
}

/** Compares the copy of an order with what was read. `jsonb` compares content, whatever the order of its fields. */
export async function compareOrder(
  db: pg.Pool,
  outletRef: string,
  order: Order,
  readAt: Date,
): Promise<OrderComparison> {
  const { rows } = await db.query<{ isCurrent: boolean }>(
    `select content = $3::jsonb or read_at > $4 as "isCurrent" from orders where outlet_ref = $1 and id = $2`,
    [outletRef, order.id, jsonb(order), readAt],
  );
  const [copy] = rows;
  if (!copy) return 'missing';
  return copy.isCurrent ? 'current' : 'changed';
}

/** Returns the IDs of the orders of an outlet that were written in a range of time, a thousand per query. */
export async function* ordersWritten(
  db: pg.Pool,
  outletRef: string,
  from: Date,
  to: Date,
): AsyncGenerator<string> {
  const next = async (after: string) => {
    const { rows } = await db.query<{ id: string }>(
      `select id from orders where outlet_ref = $1 and id > $2 and written_at >= $3 and written_at < $4
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

/** Returns JSON that `jsonb` accepts. It rejects NUL and lone surrogates, so one such name would stop the order. */
function jsonb(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  );
}
