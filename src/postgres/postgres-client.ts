import { hasMethods, type Verdict } from '../checks.js';

/**
 * Runs SQL: a `Pool`, `PoolClient` or `Client` of `pg` 8, a database or transaction of PGlite, or your own object with the method
 * `query`.
 */
export interface PostgresClient {
  /** Runs one statement with the parameters `$1`, `$2` and so on. */
  query(
    text: string,
    values: unknown[],
  ): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
}

/** Options of everything that is stored in PostgreSQL. */
export interface PostgresOptions {
  /**
   * A `Pool` of `pg`. You create it, and close it. It needs one connection more than the number of transactions that your handlers
   * and runs have open at the same time, because claims and leases are renewed meanwhile.
   */
  readonly pool: PostgresClient;
}

export function checkPostgresOptions({ pool }: PostgresOptions): Record<string, Verdict> {
  return { pool: hasMethods(pool, 'query') || 'must be a Pool of pg' };
}
