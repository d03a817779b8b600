/** An entity, and when it was read. */
interface Entry {
  readonly entity: unknown;
  readonly readAt: Date;
}

/**
 * Entities by key, in memory. Replace it with a table whose primary key is `key`:
 *
 * ```sql
 * INSERT INTO entities (key, content, read_at) VALUES ($1, $2, $3)
 * ON CONFLICT (key) DO UPDATE SET content = excluded.content, read_at = excluded.read_at
 * WHERE entities.read_at <= excluded.read_at
 * ```
 */
export class Store {
  readonly #entries = new Map<string, Entry>();

  /**
   * Writes an entity unless the store has a copy that was read later. Two jobs of one order can therefore run in any sequence, and a
   * job can run twice. `readAt` is when the request was sent: the API specification does not define a version of an order, and not
   * every event has an `updatedAt`.
   */
  async write(key: string, entity: unknown, readAt: Date): Promise<void> {
    const before = this.#entries.get(key);
    if (before === undefined || before.readAt <= readAt) this.#entries.set(key, { entity, readAt });
  }

  get(key: string): unknown {
    return this.#entries.get(key)?.entity;
  }
}
