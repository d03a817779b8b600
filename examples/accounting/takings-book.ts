import { isDeepStrictEqual } from 'node:util';
import type { Order } from 'outlet-open-api';
import { type Taking, type TakingsOptions, takingsOf } from 'outlet-open-api/accounting';
import { JsonLines } from './json-lines.js';

/** What an order has taken, when it was last listed. */
interface Entry {
  readonly order: string;
  readonly takings: readonly Taking[];
  /** Why its payments could not be read. It then keeps what it had taken before. */
  readonly problem?: string;
}

/**
 * The takings of each order, in memory and in a file. An order that is listed again replaces what it had taken. An order that is
 * not listed keeps it: the API does not list an order while it is reopened.
 */
export class TakingsBook {
  readonly #file: JsonLines<Entry>;
  readonly #entries = new Map<string, Entry>();
  readonly #totals = new Map<string, Taking>();

  private constructor(file: JsonLines<Entry>) {
    this.#file = file;
  }

  static async open(path: string): Promise<TakingsBook> {
    const book = new TakingsBook(await JsonLines.open(path));
    for await (const entry of book.#file.read()) book.#keep(entry);
    return book;
  }

  /**
   * Writes what orders have taken. Resolves when it is on the disk. Before that, it calls `onCancelled` with each paid order that is
   * cancelled now, so that a crash repeats the call instead of losing it.
   */
  async write(
    orders: readonly Order[],
    settings: TakingsOptions,
    onCancelled: (order: Order) => void,
  ): Promise<void> {
    const changed = orders
      .map((order) => ({ order, entry: this.#entryOf(order, settings) }))
      .filter(({ entry }) => !isDeepStrictEqual(entry, this.#entries.get(entry.order)));
    for (const { order } of changed) {
      if (order.status === 'cancelled' && (order.payments ?? []).length > 0) onCancelled(order);
    }
    const entries = changed.map(({ entry }) => entry);
    if (entries.length > 0) await this.#file.append(...entries);
    for (const entry of entries) this.#keep(entry);
  }

  /** Returns the sum of each day, method and currency. It is 0 if its only order was cancelled. */
  get totals(): Taking[] {
    return [...this.#totals].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, total]) => total);
  }

  /** Returns why orders could not be read. */
  get problems(): string[] {
    return [...this.#entries.values()].flatMap(({ problem }) => problem ?? []);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #entryOf(order: Order, settings: TakingsOptions): Entry {
    try {
      return { order: order.id, takings: takingsOf(order, settings) };
    } catch (error) {
      const takings = this.#entries.get(order.id)?.takings ?? [];
      return { order: order.id, takings, problem: String(error) };
    }
  }

  #keep(entry: Entry): void {
    for (const taking of this.#entries.get(entry.order)?.takings ?? []) this.#add(taking, -taking.minorUnits);
    for (const taking of entry.takings) this.#add(taking, taking.minorUnits);
    this.#entries.set(entry.order, entry);
  }

  #add({ day, method, currency }: Taking, minorUnits: number): void {
    const key = JSON.stringify([day, method, currency]);
    const before = this.#totals.get(key)?.minorUnits ?? 0;
    this.#totals.set(key, { day, method, currency, minorUnits: before + minorUnits });
  }
}
