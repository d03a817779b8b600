import type { OrderCreateParams } from 'outlet-open-api';
import { JsonLines } from './json-lines.js';

/** An order to forward, with everything that it takes to repeat the same call. */
export interface Entry {
  readonly idempotencyKey: string;
  readonly order: OrderCreateParams;
  /** When the order was added: ISO 8601. The API remembers an idempotency key for 24 hours. */
  readonly since: string;
}

/** Orders that are not known to be created, in a file. Replace it with a table of your database. */
export class Outbox {
  readonly #file: JsonLines<Entry | { readonly finished: string }>;
  readonly #entries = new Map<string, Entry>();

  private constructor(file: JsonLines<Entry | { readonly finished: string }>) {
    this.#file = file;
  }

  static async open(path: string): Promise<Outbox> {
    const outbox = new Outbox(await JsonLines.open(path));
    for await (const line of outbox.#file.read()) {
      if ('finished' in line) outbox.#entries.delete(line.finished);
      else outbox.#entries.set(line.idempotencyKey, line);
    }
    return outbox;
  }

  get unfinished(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  /** Adds an order. Resolves when it is on the disk: send the order only then. */
  async add(entry: Entry): Promise<void> {
    await this.#file.append(entry);
    this.#entries.set(entry.idempotencyKey, entry);
  }

  /** Removes an order that was created, or that the API rejected. */
  async finish(idempotencyKey: string): Promise<void> {
    await this.#file.append({ finished: idempotencyKey });
    this.#entries.delete(idempotencyKey);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
