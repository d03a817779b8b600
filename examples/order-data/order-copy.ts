import { isDeepStrictEqual } from 'node:util';
import type { Order } from 'outlet-open-api';
import type { OrderComparison } from 'outlet-open-api/sync';
import { JsonLines } from './json-lines.js';

/** An order, and when it was read. */
export interface CopiedOrder {
  readonly order: Order;
  /** ISO 8601 in UTC, so that later times are greater strings. */
  readonly readAt: string;
}

/** A copy of the outlet's orders, in memory and in a file. The copy of an order that was read last wins. */
export class OrderCopy {
  readonly #lines: JsonLines<CopiedOrder>;
  readonly #orders = new Map<string, CopiedOrder>();

  private constructor(lines: JsonLines<CopiedOrder>) {
    this.#lines = lines;
  }

  static async open(path: string): Promise<OrderCopy> {
    const copy = new OrderCopy(await JsonLines.open(path));
    for await (const line of copy.#lines.read()) copy.#keep(line);
    return copy;
  }

  get orders(): readonly Order[] {
    return [...this.#orders.values()].map(({ order }) => order);
  }

  /** Writes orders. Resolves when they are on the disk. Ignores an order if the copy was read later. */
  async write(orders: readonly Order[], readAt: Date): Promise<void> {
    const newer = orders
      .map((order) => ({ order, readAt: readAt.toISOString() }))
      .filter((line) => this.#isNewer(line));
    if (newer.length === 0) return;
    await this.#lines.append(...newer);
    for (const line of newer) this.#keep(line);
  }

  /** Compares the copy of an order with the order. */
  compare(order: Order, readAt: Date): OrderComparison {
    const copied = this.#orders.get(order.id);
    if (!copied) return 'missing';
    const isCurrent = copied.readAt > readAt.toISOString() || isDeepStrictEqual(copied.order, order);
    return isCurrent ? 'current' : 'changed';
  }

  close(): Promise<void> {
    return this.#lines.close();
  }

  #isNewer({ order, readAt }: CopiedOrder): boolean {
    const copied = this.#orders.get(order.id);
    return copied === undefined || copied.readAt <= readAt;
  }

  #keep(line: CopiedOrder): void {
    if (this.#isNewer(line)) this.#orders.set(line.order.id, line);
  }
}
