import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OrderCreateParams } from 'outlet-open-api';

/** An order of a guest, with everything that it takes to repeat the same call. Times are ISO 8601. */
export interface StoredOrder {
  /** Your own ID of the order. */
  readonly reference: string;
  readonly idempotencyKey: string;
  readonly body: OrderCreateParams;
  /** When the guest ordered. */
  readonly since: string;
  /** When the order was sent for the first time. Missing while the API cannot have the order. */
  readonly firstSentAt?: string | undefined;
  /** The hash of the API key that sent the order first. Another API key may not know the idempotency key. */
  readonly keyHash?: string | undefined;
  /** Whether another API key replaced that one while the API may have had the order, which is never sent again. */
  readonly isKeyReplaced?: boolean;
  /** The API's ID of the order. Missing until it is known. */
  readonly id?: string;
  /** The status that was read last, and when it was read. */
  readonly status?: string | null | undefined;
  readonly readAt?: string;
  /** Why the API rejected the order, which is never sent again. */
  readonly rejected?: string;
  /** Whether the order has to be cancelled at the outlet, or must not be sent if it never was. */
  readonly mustCancel?: boolean;
}

/** The API remembers an idempotency key for 24 hours from the first call. The last hour is for the retries of a call. */
const maxAge = 23 * 60 * 60 * 1_000;

/** Returns whether the API may have the order, but may not know its idempotency key any more. It must not be sent again. */
export function isUnresolved({ id, firstSentAt, isKeyReplaced = false }: StoredOrder): boolean {
  if (id || firstSentAt === undefined) return false;
  return isKeyReplaced || Date.now() - Date.parse(firstSentAt) > maxAge;
}

/** Returns whether an order has to be sent, read or cancelled. */
export function isUnfinished(order: StoredOrder): boolean {
  const { id, rejected, firstSentAt, readAt, mustCancel = false } = order;
  if (rejected || isUnresolved(order)) return false;
  return id ? !readAt || mustCancel : firstSentAt !== undefined || !mustCancel;
}

/** All orders, each in a file of its own. One process can open a folder. For several, use a table with one row per order. */
export class OrderBook {
  readonly #folder: string;
  readonly #orders = new Map<string, StoredOrder>();
  #lastWrite: Promise<unknown> = Promise.resolve();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(folder: string): Promise<OrderBook> {
    const book = new OrderBook(folder);
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.json')) continue; // a kill left it
      const order: StoredOrder = JSON.parse(await readFile(join(folder, name), 'utf8'));
      book.#orders.set(order.reference, order);
    }
    return book;
  }

  get(reference: string): StoredOrder | undefined {
    return this.#orders.get(reference);
  }

  all(): StoredOrder[] {
    return [...this.#orders.values()];
  }

  /** Adds an order. Returns the one that the book has for this reference. */
  add(order: StoredOrder): Promise<StoredOrder> {
    return this.#inSequence(() => this.get(order.reference) ?? this.#write(order));
  }

  /** Changes an order. Changes run one after the other, so each gets the result of the one before. */
  update(reference: string, change: (order: StoredOrder) => StoredOrder): Promise<StoredOrder> {
    return this.#inSequence(() => {
      const order = this.get(reference);
      if (!order) throw new Error(`There is no order ${reference}.`);
      const changed = change(order);
      return changed === order ? order : this.#write(changed);
    });
  }

  #inSequence<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#lastWrite.then(work);
    this.#lastWrite = result.catch(() => {});
    return result;
  }

  /** Replaces the file at once, so that a kill leaves the old order or the new one. */
  async #write(order: StoredOrder): Promise<StoredOrder> {
    const file = join(this.#folder, `${encodeURIComponent(order.reference)}.json`);
    // The body has data of the guest, and the file is on the disk before the order is sent.
    await writeFile(`${file}.part`, JSON.stringify(order), { flush: true, mode: 0o600 });
    await rename(`${file}.part`, file);
    this.#orders.set(order.reference, order);
    return order;
  }
}
