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
