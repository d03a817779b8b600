import { readOptions } from '../options/read-options.js';
import type { Deduplicator } from '../webhooks/deduplication/deduplicator.js';
import { type PostgresOptions, postgresOptions } from './postgres-client.js';

/** How many claims of a process cause one clean-up. */
const claimsPerCleanUp = 100;

/**
 * Creates a deduplicator in PostgreSQL 13 or later, for processes on any number of machines. Create its table
 * with `outlet-open-api/postgres.sql`. If a process dies, its claims end after the option `leaseDuration` of the webhook
 * handler.
 *
 * A deduplicator handles each delivery at least once: a process can die after an effect, and the same change can arrive as another
 * event. So make effects idempotent, for example rows keyed by order ID. Guide: Webhook delivery › A shared deduplicator.
 * @throws {@link RequestValidationError} if `pool` is not a pool
 * @example
 * ```ts
 * import { Pool } from 'pg';
 * import { createPostgresDeduplicator } from 'outlet-open-api/postgres';
 *
 * const deduplicator = createPostgresDeduplicator({ pool: new Pool() });
 * const handle = createWebhookHandler({ deduplicator, ...options });
 * ```
 */
export function createPostgresDeduplicator(options: PostgresOptions): Deduplicator {
  const { pool } = readOptions('The deduplicator was not created', options, postgresOptions);
  let claims = 0;

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
    renew: async (key, token, leaseDuration) =>
      (await pool.query(renewClaim, [key, token, leaseDuration])).rows.length > 0,
    done: (key, token, { ttl }) => pool.query(endClaim, [key, token, ttl]),
    release: (key, token) =>
      pool.query('delete from outlet_deliveries where key = $1 and token = $2', [key, token]),
  };
}

/**
 * Returns the row with the claim, or the row of another claim or of the handled delivery. The last `select` reads the row as it was
 * before the statement. If that row has expired, another process has just claimed the key, and nothing is returned.
 */
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
select token from outlet_deliveries
where key = $1 and until > clock_timestamp() and not exists (select from claimed)`;

const renewClaim = `
update outlet_deliveries set until = clock_timestamp() + $3 * interval '1 millisecond'
where key = $1 and token = $2 and until > clock_timestamp()
returning key`;

const endClaim = `
update outlet_deliveries set token = null, until = clock_timestamp() + $3 * interval '1 millisecond'
where key = $1 and token = $2 and until > clock_timestamp()`;

/** The subquery makes the time a constant, which the index needs. Locked rows are left to the next clean-up. */
const deleteExpired = `
delete from outlet_deliveries where key in (
  select key from outlet_deliveries where until <= (select clock_timestamp())
  order by until limit 500 for update skip locked
)`;
