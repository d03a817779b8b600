import { OutletError } from '../errors/outlet-error.js';
import { assertValid } from '../errors/request-validation-error.js';
import type { Deduplicator, DeliveryClaim } from '../webhooks/deduplication/deduplicator.js';
import {
  checkPostgresOptions,
  type PostgresClient,
  type PostgresOptions,
  requireTransaction,
} from './postgres-client.js';

/** Remembers handled deliveries in PostgreSQL, also in your own transactions. */
export interface PostgresDeduplicator extends Deduplicator {
  /**
   * Joins your transaction.
   * @param client - the connection that has the transaction open
   */
  with(client: PostgresClient): {
    /**
     * Marks the delivery as handled, so that the mark commits together with your rows. A crash before the response then repeats
     * nothing. If the commit fails, the next delivery runs your handler again.
     *
     * Call it last in the transaction, because repeats of the delivery wait from this call to the commit. Call it once for each
     * delivery, in the last handler of its event. You can run a transaction again if you do not know whether it committed: if it did,
     * `done` rejects.
     *
     * An event without `updatedAt` can look the same as the next event. For such an event, `done` marks nothing, and only checks that
     * the claim is still held. A crash between the commit and the response then repeats the event.
     * @param claim - the `claim` that the event handler received
     * @throws OutletError if the claim was lost or is done. Let the error end the transaction, so that it rolls back.
     * @throws RequestValidationError if `client` has no transaction open
     */
    done(claim: DeliveryClaim): Promise<void>;
  };
}

/** How many claims of a process cause one clean-up. */
const claimsPerCleanUp = 100;

/**
 * Creates a deduplicator in PostgreSQL 13 or later, for processes on any number of machines. Create its table
 * with `outlet-open-api/postgres.sql`. If a process dies, its claims end after the option `leaseDuration` of the webhook
 * handler.
 *
 * To apply effects exactly once, end the claim in the transaction that writes them: `with(client).done`. Use the
 * default isolation level, `read committed`. Guide: Webhook delivery › Exactly once.
 * @throws RequestValidationError if `pool` is not a pool
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
  let claims = 0;
  /** Tokens of claims that the caller's transactions end. Their rows are locked, or no longer have the token. */
  const ending = new Set<string>();

  function cleanUp(): void {
    claims += 1;
    // The next clean-up deletes the rows that a failed one leaves.
    if (claims % claimsPerCleanUp === 1) pool.query(deleteExpired, []).catch(() => {});
  }

  return {
    async claim(key, { leaseDuration }) {
      const token = crypto.randomUUID();
      const { rows } = await pool.query(claimKey, [key, token, leaseDuration]);
      const [row] = rows;
      // Without a row, another process has just claimed the key.
      if (row?.token !== token) return { state: row?.token === null ? 'done' : 'busy' };
      cleanUp();
      return { state: 'run', token };
    },
    async renew(key, token, leaseDuration) {
      if (ending.has(token)) return true;
      return (await pool.query(renewClaim, [key, token, leaseDuration])).rows.length > 0;
    },
    done(key, token, { ttl }) {
      ending.delete(token);
      return pool.query(endClaim, [key, token, ttl]);
    },
    release(key, token) {
      ending.delete(token);
      return pool.query('delete from outlet_deliveries where key = $1 and token = $2', [key, token]);
    },
    with(client) {
      return {
        async done({ key, token, ttl }) {
          await requireTransaction(client);
          if (ttl !== undefined) ending.add(token);
          const { rows } =
            ttl === undefined
              ? await client.query(lockClaim, [key, token])
              : await client.query(endClaim, [key, token, ttl]);
          if (rows.length > 0) return;
          ending.delete(token);
          throw new OutletError(notDone);
        },
      };
    },
  };
}

const notDone =
  'The delivery was not marked as done: its claim was lost, or it is done already. Roll the transaction back. ' +
  'If the delivery is not done, the API delivers the event again.';

/** Returns the row with the claim, or the row of another claim or of the handled delivery. */
const claimKey = `
with claimed as (
  insert into outlet_deliveries as delivery (key, token, until)
  values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
  on conflict (key) do update set token = excluded.token, until = excluded.until
  where delivery.until <= clock_timestamp()
  returning token
)
select token from claimed
union all
select token from outlet_deliveries where key = $1 and not exists (select from claimed)`;

const renewClaim = `
update outlet_deliveries set until = clock_timestamp() + $3 * interval '1 millisecond'
where key = $1 and token = $2 and until > clock_timestamp()
returning key`;

const endClaim = `
update outlet_deliveries set token = null, until = clock_timestamp() + $3 * interval '1 millisecond'
where key = $1 and token = $2 and until > clock_timestamp()
returning key`;

/** Keeps other processes from claiming the key until the transaction ends. */
const lockClaim = `
select key from outlet_deliveries where key = $1 and token = $2 and until > clock_timestamp() for update`;

/** The subquery makes the time a constant, which the index needs. Locked rows are left to the next clean-up. */
const deleteExpired = `
delete from outlet_deliveries where key in (
  select key from outlet_deliveries where until <= (select clock_timestamp())
  order by until limit 500 for update skip locked
)`;
