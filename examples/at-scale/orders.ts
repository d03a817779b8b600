import type { Order } from 'outlet-open-api';
import type { OrderComparison } from 'outlet-open-api/sync';
import type pg from 'pg';
import { transaction } from './connections.js';

/** Returns the time of the clock that all processes share. */
export async function databaseTime(db: pg.Pool): Promise<Date> {
  const { rows } = await db.query<{ time: Date }>('select clock_timestamp() as time');
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL returned no time.');
  return row.time;
}

/**
 * Writes an order, and the difference to its sales, in one transaction. It writes nothing if the database has a copy that was read
 * later. So the same order can be written any number of times, in any sequence, by any process.
 */
export async function writeOrder(db: pg.Pool, outletRef: string, order: Order, readAt: Date): Promise<void> {
  const cents = centsOf(order);
  await transaction(db, async (tx) => {
    // Creates the row or locks it, so that two writers of one order run one after the other.
    const { rows: before } = await tx.query<{ cents: number }>(
      `insert into orders (outlet_id, id, content, cents, read_at) values ($1, $2, '{}', 0, '-infinity')
       on conflict (outlet_id, id) do update set id = excluded.id
       returning cents`,
      [outletRef, order.id],
    );
    const { rowCount } = await tx.query(
      `update orders set content = $3, cents = $4, read_at = $5, written_at = clock_timestamp()
       where outlet_id = $1 and id = $2 and read_at <= $5`,
      [outletRef, order.id, jsonb(order), cents, readAt],
    );
    const difference = cents - (before[0]?.cents ?? 0);
    if (rowCount === 0 || difference === 0) return;
    await tx.query('insert into sales (outlet_id, order_id, cents) values ($1, $2, $3)', [
      outletRef,
      order.id,
      difference,
    ]);
  });
}

/** Compares the copy of an order with what was read. `jsonb` compares content, whatever the order of its fields. */
export async function compareOrder(
  db: pg.Pool,
  outletRef: string,
  order: Order,
  readAt: Date,
): Promise<OrderComparison> {
  const { rows } = await db.query<{ isCurrent: boolean }>(
    `select content = $3::jsonb or read_at > $4 as "isCurrent" from orders where outlet_id = $1 and id = $2`,
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
      `select id from orders where outlet_id = $1 and id > $2 and written_at >= $3 and written_at < $4
       order by id limit 1000`,
      [outletRef, after, from, to],
    );
    return rows.map(({ id }) => id);
  };
  for (let ids = await next(''); ids.length > 0; ids = await next(ids.at(-1) ?? '')) yield* ids;
}

/** Returns what was paid for an order that is complete, and 0 for any other order. */
export function centsOf({ status, payments }: Order): number {
  if (status !== 'complete') return 0;
  return (payments ?? []).reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
}

/** Returns JSON that `jsonb` accepts. It rejects NUL and lone surrogates, so one such name would stop the order. */
function jsonb(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  );
}
