import type { Verdict } from '../errors/issue.js';
import { hasMethods } from '../options/checks.js';
import { readOptions } from '../options/read-options.js';
import { type OrderStore, oldList, type StoredOrder } from '../sync/order-copy/order-store.js';
import { checkpointsIn } from './checkpoint-store.js';
import { inTransaction, type PostgresPool } from './in-transaction.js';
import type { PostgresClient } from './postgres-client.js';

/** Options of `createPostgresOrderStore`. */
export interface PostgresOrderStoreOptions {
  /**
   * A `Pool` of `pg`, a PGlite database, or an object with `query` and `transaction`. You create it, and close it. It needs one
   * connection for each order that is written at the same time, and some more for runs.
   */
  readonly pool: PostgresPool;
}

/** A row, as text, because partners can change how their driver parses other types. */
const columns = `content::text as content, last_list as "lastList",
  floor(extract(epoch from read_at) * 1000)::bigint::text as "readAt"`;

/**
 * Creates a store that keeps the orders of a copy in PostgreSQL 13 or later, for processes on any number of machines. Create its tables
 * with `outlet-open-api/postgres.sql`. You can read the table `outlet_orders` in your own queries, and write it only in this way.
 * @throws {@link RequestValidationError} if `pool` is not a pool
 * @example
 * ```ts
 * import { Pool } from 'pg';
 * import { createPostgresOrderStore } from 'outlet-open-api/postgres';
 *
 * const copy = createOrderCopy({
 *   store: createPostgresOrderStore({ pool: new Pool() }),
 *   onChange: (tx, { order }) => tx.query('insert into changed values ($1)', [order.id]),
 * });
 * ```
 */
export function createPostgresOrderStore(options: PostgresOrderStoreOptions): OrderStore<PostgresClient> {
  const { pool } = readOptions('The order store was not created', options, (option) => ({
    pool: option('pool', checkPool),
  }));

  return {
    now: async () => nowOf((await pool.query(`select ${clock}`, [])).rows),
    transaction: (work) => inTransaction(pool, work),
    async lock(tx, outletRef, orderId) {
      const text = `insert into outlet_orders (outlet_ref, order_id) values ($1, $2)
        on conflict (outlet_ref, order_id) do update set last_list = outlet_orders.last_list
        returning ${columns}, ${clock}`;
      const { rows } = await tx.query(text, [outletRef, orderId]);
      return { row: rowOf(rows), now: nowOf(rows) };
    },
    async write(tx, outletRef, { order, readAt, lastList }) {
      const text = `update outlet_orders set content = $3, read_at = $4, last_list = $5
        where outlet_ref = $1 and order_id = $2`;
      const values = [outletRef, order.id, JSON.stringify(order), readAt.toISOString(), lastList];
      await tx.query(text, values);
    },
    async markCurrent(outletRef, { list, orders, readAt }) {
      const text = `with listed as (
          select content, content->>'id' as order_id from jsonb_array_elements($3::jsonb) as part(content)
        ), found as (
          select order_id, stored.content = listed.content as is_equal
          from outlet_orders as stored join listed using (order_id)
          where outlet_ref = $1 and (stored.content = listed.content
            or (stored.read_at > $4::timestamptz and stored.read_at <= clock_timestamp()))
          order by order_id collate "C" for update of stored
        )
        update outlet_orders as stored set last_list = $2,
          read_at = case when is_equal then greatest(read_at, $4::timestamptz) else read_at end
        from found where outlet_ref = $1 and stored.order_id = found.order_id
        returning stored.order_id as "orderId"`;
      const values = [outletRef, list, JSON.stringify(orders), readAt.toISOString()];
      return (await pool.query(text, values)).rows.map(({ orderId }) => String(orderId));
    },
    async *unlisted(outletRef, list) {
      const text = `select order_id as "orderId" from outlet_orders
        where outlet_ref = $1 and last_list is distinct from $2 and last_list is distinct from '${oldList}'
          and order_id > $3
        order by order_id limit 1000`;
      for (let last = ''; ; ) {
        const { rows } = await pool.query(text, [outletRef, list, last]);
        if (rows.length === 0) return;
        for (const { orderId } of rows) yield String(orderId);
        last = String(rows.at(-1)?.orderId);
      }
    },
    async read(outletRef, orderId) {
      const text = `select ${columns} from outlet_orders where outlet_ref = $1 and order_id = $2`;
      return rowOf((await pool.query(text, [outletRef, orderId])).rows);
    },
    checkpoints: checkpointsIn(pool),
  };
}

function checkPool(pool: PostgresPool | undefined): Verdict {
  const hasTransactions = hasMethods(pool, 'connect') || hasMethods(pool, 'transaction');
  return (hasMethods(pool, 'query') && hasTransactions) || 'must be a Pool of pg, or a PGlite database';
}

/** The time when a row is returned, and thus after it was locked. Whole milliseconds. */
const clock = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint::text as now';

function nowOf([row]: readonly Readonly<Record<string, unknown>>[]): Date {
  return new Date(Number(row?.now));
}

/** A row without content is locked by its first transaction. */
function rowOf([row]: readonly Readonly<Record<string, unknown>>[]): StoredOrder | undefined {
  if (typeof row?.content !== 'string') return undefined;
  const { content, lastList, readAt } = row;
  return {
    order: JSON.parse(content),
    readAt: new Date(Number(readAt)),
    lastList: typeof lastList === 'string' ? lastList : null,
  };
}
