import { OutletError } from '../errors/outlet-error.js';
import { assertValid } from '../errors/request-validation-error.js';
import type { Deduplicator, DeliveryClaim } from '../webhooks/deduplication/deduplicator.js';
import { checkPostgresOptions, type PostgresClient, type PostgresOptions } from './postgres-client.js';

/** Remembers handled deliveries in PostgreSQL, also in your own transactions. */
export interface PostgresDeduplicator extends Deduplicator {
  /**
   * Joins a transaction of yours.
   * @param client - the connection that has the transaction open
   */
  with(client: PostgresClient): {
    /**
     * Marks the delivery as handled. The mark and your rows commit together, so that a crash before the response repeats nothing.
     * Call it last in the transaction, because renewals of the claim and repeats of the delivery wait from here to the commit.
     *
     * Call it once for each delivery, in the last handler of its event. If the commit fails in an unknown state, you can run the
     * transaction again: if the first commit succeeded, `done` rejects.
     *
     * For an event without `updatedAt`, it only checks that the claim is still held.
     * @param claim - the `claim` of the event handler's context
     * @throws OutletError if the claim was lost or is done. Let the error end the transaction, so that it rolls back.
     */
    done(claim: DeliveryClaim): Promise<void>;
  };
}

/**
 * Creates a deduplicator in PostgreSQL, for processes on any number of machines. Create its table with
 * `outlet-open-api/postgres.sql`.
 *
 * Each step is one statement, and all times are of the clock of the database. Time zones have no effect. If a process dies, its
 * claims end after the option `lease` of the webhook handler. Each claim deletes up to 10 expired rows, so the table needs no other
 * clean-up.
 *
 * To apply effects exactly once, end the claim in the transaction that writes them: `with(client).done`. A transaction with the
 * default isolation level, `read committed`, never fails because the claim was renewed meanwhile.
 * @throws RequestValidationError if an option is invalid
 * @example
 * ```ts
 * import { Pool } from 'pg';
 * import { createPostgresDeduplicator } from 'outlet-open-api/postgres';
 *
 * const pool = new Pool();
 * const deduplicator = createPostgresDeduplicator({ pool });
 * const handle = createWebhookHandler({
 *   verify,
 *   deduplicator,
 *   on: {
 *     'order.complete': async (event, { claim, signal }) => {
 *       const order = await outlet.orders.get(event.id, { signal }); // no transaction is open meanwhile
 *       await inTransaction(pool, async (client) => {
 *         await book(client, order);
 *         await deduplicator.with(client).done(claim);
 *       });
 *     },
 *   },
 * });
 * ```
 */
export function createPostgresDeduplicator(options: PostgresOptions): PostgresDeduplicator {
  const { pool } = options;
  assertValid('The deduplicator was not created', checkPostgresOptions(options));

  return {
    async claim(key, { lease }) {
      const token = crypto.randomUUID();
      const { rows } = await pool.query(claim, [key, token, lease]);
      const [row] = rows;
      if (row?.token === token) return { state: 'run', token };
      // Without a row, another process has just claimed the key.
      return { state: row?.is_done === true ? 'done' : 'busy' };
    },
    async renew(key, token, lease) {
      return (await pool.query(renew, [key, token, lease])).rows.length > 0;
    },
    done: (key, token, { ttl }) => pool.query(done, [key, token, ttl]),
    release: (key, token) => pool.query(release, [key, token]),
    with: (client) => ({
      async done({ key, token, ttl }) {
        const { rows } = await client.query(doneInTransaction, [key, token, ttl]);
        if (rows.length === 0) throw new OutletError(ended);
      },
    }),
  };
}

const ended =
  'The delivery was not marked as done: its claim was lost, or it is done already. Roll the transaction back. ' +
  'If the delivery is not done, the API delivers the event again.';

/**
 * Returns the row with the claim, or the row of another claim or of the handled delivery. After a claim, it deletes expired rows that
 * nobody has locked, so that two claims never wait for each other.
 */
const claim = `
with claimed as (
  insert into outlet_deliveries as delivery (key, token, until)
  values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
  on conflict (key) do update set token = excluded.token, until = excluded.until, is_done = false
  where delivery.until <= clock_timestamp()
  returning token, is_done
), expired as (
  delete from outlet_deliveries where key in (
    select key from outlet_deliveries where exists (select from claimed) and until <= now() and key <> $1
    order by until limit 10 for update skip locked
  )
)
select token, is_done from claimed
union all
select token, is_done from outlet_deliveries where key = $1 and not exists (select from claimed)`;

/** A delivery that is done in a transaction still has its token, because its handler continues. */
const renew = `
update outlet_deliveries set until = greatest(until, clock_timestamp() + $3 * interval '1 millisecond')
where key = $1 and token = $2 and until > clock_timestamp()
returning key`;

const done = `
update outlet_deliveries
set is_done = true, token = null, until = clock_timestamp() + $3 * interval '1 millisecond'
where key = $1 and token = $2 and until > clock_timestamp()`;

const doneInTransaction = `
update outlet_deliveries
set is_done = $3::float8 > 0, until = greatest(until, clock_timestamp() + $3::float8 * interval '1 millisecond')
where key = $1 and token = $2 and not is_done and until > clock_timestamp()
returning key`;

const release = `
delete from outlet_deliveries where key = $1 and token = $2 and not is_done`;
