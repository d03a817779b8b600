import { JsonLines } from './json-lines.js';

/** An entity, and when it was read: ISO 8601 in UTC, so that later times are greater strings. */
interface Entry {
  readonly key: string;
  readonly entity: unknown;
  readonly readAt: string;
}

/**
 * Entities by key, in memory and in a file. Replace it with a table whose primary key is `key`:
 *
 * ```sql
 * INSERT INTO entities (key, content, read_at) VALUES ($1, $2, $3)
 * ON CONFLICT (key) DO UPDATE SET content = excluded.content, read_at = excluded.read_at
 * WHERE entities.read_at <= excluded.read_at
 * ```
 */
export class Store {
  readonly #file: JsonLines<Entry>;
  readonly #entries = new Map<string, Entry>();

  private constructor(file: JsonLines<Entry>) {
    this.#file = file;
  }

  static async open(path: string): Promise<Store> {
    const store = new Store(await JsonLines.open(path));
    for await (const entry of store.#file.read()) store.#keep(entry);
    return store;
  }

  /**
   * Writes an entity unless the store has a copy that was read later. Two jobs of one order can therefore run in any sequence, and a
   * job can run twice. `readAt` is when the request was sent, because orders have no documented version, and not every event
   * has an `updatedAt`.
   */
  async write(key: string, entity: unknown, readAt: Date): Promise<void> {
    const entry = { key, entity, readAt: readAt.toISOString() };
    await this.#file.append(entry);
    this.#keep(entry);
  }

  get(key: string): unknown {
    return this.#entries.get(key)?.entity;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #keep(entry: Entry): void {
    const before = this.#entries.get(entry.key);
    if (before === undefined || before.readAt <= entry.readAt) this.#entries.set(entry.key, entry);
  }
}
