import { hasMethods } from '../options/checks.js';
import { readOptions } from '../options/read-options.js';
import type { OutboxRef } from '../sync/outbox/entry.js';
import type { OutboxRow, OutboxStore } from '../sync/outbox/outbox-store.js';
import type { PostgresClient, PostgresOptions } from './postgres-client.js';

/**
 * Creates a store that keeps the entries of an outbox in PostgreSQL 13 or later, for processes on any number of machines. Create its
 * table with `outlet-open-api/postgres.sql`. All times are those of the database.
 *
 * To accept an order together with your own rows, pass the connection of your transaction to `addOrder` or `addReservation` as the option
 * `transaction`. `run` sends the order after the commit. Use the default isolation level, `read committed`. The table contains personal
 * data, and no row is ever deleted, because a number is used once.
 * @throws {@link RequestValidationError} if `pool` is not a pool
 * @example
 * ```ts
 * import { Pool } from 'pg';
 * import { createPostgresOutboxStore } from 'outlet-open-api/postgres';
 *
 * const pool = new Pool();
 * const outbox = createOutbox({ store: createPostgresOutboxStore({ pool }), outlets });
 * await outbox.addOrder('foodie-bistro', order, { transaction: client });
 * ```
 */
export function createPostgresOutboxStore(options: PostgresOptions): OutboxStore<PostgresClient> {
  const { pool } = readOptions('The outbox store was not created', options, (option) => ({
    pool: option('pool', (pool) => hasMethods(pool, 'query') || 'must be a Pool of pg'),
  }));

  return {
    async now(transaction = pool) {
      const { rows } = await transaction.query(`select ${milliseconds('clock_timestamp()')} as now`, []);
      return new Date(Number(rows[0]?.now));
    },
    async insert(row, transaction = pool) {
      const { rows } = await transaction.query(
        `insert into outlet_outbox (key_ref, partner, reference, state, order_id, due_at, version, entry)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict do nothing returning version`,
        valuesOf(row),
      );
      return rows.length > 0;
    },
    async get({ keyRef, partner, reference }, transaction = pool) {
      const { rows } = await transaction.query(
        `select state, order_id, ${milliseconds('due_at')} as due_at, version, entry from outlet_outbox
         where key_ref = $1 and partner = $2 and reference = $3`,
        [keyRef, partner, reference],
      );
      const [row] = rows;
      return (
        row && {
          ...{ keyRef, partner, reference },
          state: String(row.state),
          orderId: row.order_id === null ? undefined : String(row.order_id),
          dueAt: row.due_at === null ? null : new Date(Number(row.due_at)),
          version: Number(row.version),
          entry: String(row.entry),
        }
      );
    },
    async replace(row, version) {
      const { rows } = await pool.query(
        `update outlet_outbox set state = $4, order_id = $5, due_at = $6, version = $7, entry = $8
         where key_ref = $1 and partner = $2 and reference = $3 and version = $9
         returning version`,
        [...valuesOf(row), version],
      );
      return rows.length > 0;
    },
    async due({ limit, exceptKeys }) {
      const { rows } = await pool.query(
        `select key_ref, partner, reference from outlet_outbox
         where due_at <= clock_timestamp() and key_ref <> all($2::text[])
         order by due_at limit $1`,
        [limit, exceptKeys],
      );
      return rows.map(refOf);
    },
    async list({ state, keyRef, after, limit }) {
      const { rows } = await pool.query(
        `select key_ref, partner, reference from outlet_outbox
         where ($1::text is null or state = $1) and ($2::text is null or key_ref = $2)
           and ($3::text is null or (key_ref, partner, reference) > ($3, $4, $5))
         order by key_ref, partner, reference limit $6`,
        [state ?? null, keyRef ?? null, after?.keyRef ?? null, after?.partner, after?.reference, limit],
      );
      return rows.map(refOf);
    },
    async find(keyRef, orderId) {
      const { rows } = await pool.query(
        'select key_ref, partner, reference from outlet_outbox where key_ref = $1 and order_id = $2 limit 1',
        [keyRef, orderId],
      );
      return rows[0] && refOf(rows[0]);
    },
  };
}

function valuesOf({
  keyRef,
  partner,
  reference,
  state,
  orderId,
  dueAt,
  version,
  entry,
}: OutboxRow): unknown[] {
  return [keyRef, partner, reference, state, orderId ?? null, dueAt?.toISOString() ?? null, version, entry];
}

function refOf({ key_ref, partner, reference }: Readonly<Record<string, unknown>>): OutboxRef {
  return { keyRef: String(key_ref), partner: String(partner), reference: String(reference) };
}

/** As text, because drivers parse times differently. */
function milliseconds(time: string): string {
  return `round(extract(epoch from ${time}) * 1000)::bigint::text`;
}
