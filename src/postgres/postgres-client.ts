import { hasMethods, type Verdict } from '../checks.js';
import { assertValid } from '../errors/request-validation-error.js';

/** Runs SQL. A `Pool`, `PoolClient` or `Client` of `pg` 8 fits, and so does a database or transaction of PGlite. */
export interface PostgresClient {
  /** Runs one statement with the parameters `$1`, `$2` and so on. */
  query(
    text: string,
    values: unknown[],
  ): Promise<{
    /** The rows of the result, by column. */
    readonly rows: readonly Readonly<Record<string, unknown>>[];
  }>;
}

/** Options of `createPostgresCheckpointStore` and `createPostgresDeduplicator`. */
export interface PostgresOptions {
  /**
   * A `Pool` of `pg`. You create it, and close it. To renew claims and leases, it needs one connection more than the transactions
   * that your handlers and runs have open at the same time.
   */
  readonly pool: PostgresClient;
}

export function checkPostgresOptions({ pool }: PostgresOptions): Record<string, Verdict> {
  return { pool: hasMethods(pool, 'query') || 'must be a Pool of pg' };
}

/** Each statement on a pool is a transaction of its own, so nothing would commit together. */
export function checkTransaction(client: PostgresClient, pool: PostgresClient): void {
  assertValid('The transaction was not joined', {
    client: client !== pool || 'must be the connection that has your transaction open, not the pool',
  });
}
