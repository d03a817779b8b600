import { type FileHandle, open } from 'node:fs/promises';
import type { OrderCreateParams } from 'outlet-open-api';

/** An order that is to be forwarded: all that it takes to send the same call again. */
export interface Entry {
  readonly idempotencyKey: string;
  readonly order: OrderCreateParams;
  /** ISO 8601. The service knows a key for 24 hours. */
  readonly since: string;
}

/** What must not be forgotten, in a file of JSON lines. A table of your database serves as well. */
export class Outbox {
  readonly #file: FileHandle;
  readonly #entries = new Map<string, Entry>();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<Outbox> {
    const outbox = new Outbox(await open(path, 'a+'));
    for await (const line of outbox.#file.readLines({ autoClose: false, start: 0 })) outbox.#replay(line);
    return outbox;
  }

  /** What was begun and not finished. */
  get unfinished(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  /** Resolves when the entry is on the disk. */
  async begin(entry: Entry): Promise<void> {
    await this.#write(entry);
    this.#entries.set(entry.idempotencyKey, entry);
  }

  async finish(idempotencyKey: string): Promise<void> {
    await this.#write({ finished: idempotencyKey });
    this.#entries.delete(idempotencyKey);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #write(line: object): Promise<void> {
    // A line of its own, even where the last one was cut by a crash.
    await this.#file.write(`\n${JSON.stringify(line)}\n`);
    await this.#file.datasync();
  }

  #replay(line: string): void {
    const entry = parse(line);
    if (entry === undefined) return;
    if ('finished' in entry) this.#entries.delete(entry.finished);
    else this.#entries.set(entry.idempotencyKey, entry);
  }
}

/** A line that a crash cut was never sent, as it is sent only once it is whole. */
function parse(line: string): Entry | { finished: string } | undefined {
  try {
    return line === '' ? undefined : JSON.parse(line);
  } catch {
    return undefined;
  }
}
