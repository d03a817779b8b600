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

/** Options of the stores in PostgreSQL. */
export interface PostgresOptions {
  /**
   * A `Pool` of `pg`. You create it, and close it. To renew leases, it needs one connection more than the transactions
   * that your runs have open at the same time.
   */
  readonly pool: PostgresClient;
}

/** Rejects if no transaction is open. Each statement then has its own transaction, and nothing would commit together. */
export async function requireTransaction(client: PostgresClient): Promise<void> {
  const transactionId = async () => (await client.query(selectTransactionId, [])).rows[0]?.id;
  const first = await transactionId();
  assertValid('The transaction was not joined', {
    client:
      first === (await transactionId()) ||
      'must be the connection that has your transaction open, not a pool',
  });
}

/** As text, because drivers parse the type `xid8` differently. */
const selectTransactionId = 'select pg_current_xact_id()::text as id';
