import { isDeepStrictEqual } from 'node:util';
import { JsonLines } from './json-lines.js';

/** Names an order or a goods receipt. */
export type DocumentName = `order/${string}` | `receipt/${string}`;

/** What one order or one goods receipt changes. */
export interface Movement {
  /** Such as `order/1001`, because an order and a goods receipt can have the same ID. */
  readonly document: DocumentName;
  /** Empty if the document does not count, such as a cancelled order. */
  readonly lines: readonly StockLine[];
}

/** How many units of an item enter the stock. A negative number leaves it. */
export interface StockLine {
  readonly item: string;
  readonly quantity: number;
}

/**
 * Stock movements, in memory and in a file. Each document has one movement, and a later one replaces it. You can therefore write a
 * document any number of times, also after its order was cancelled, or reopened and completed again.
 */
export class Stock {
  readonly #file: JsonLines<Movement>;
  readonly #movements = new Map<DocumentName, Movement>();

  private constructor(file: JsonLines<Movement>) {
    this.#file = file;
  }

  static async open(path: string): Promise<Stock> {
    const stock = new Stock(await JsonLines.open(path));
    for await (const movement of stock.#file.read()) stock.#keep(movement);
    return stock;
  }

  /** Writes the movement of a document. Resolves when it is on the disk. Writes nothing if the document has the same movement. */
  async write(document: DocumentName, lines: readonly StockLine[]): Promise<void> {
    if (isDeepStrictEqual(this.#movements.get(document)?.lines ?? [], lines)) return;
    const movement = { document, lines };
    await this.#file.append(movement);
    this.#keep(movement);
  }

  /** Returns how the stock of each item has changed. */
  get changes(): ReadonlyMap<string, number> {
    const changes = new Map<string, number>();
    for (const { lines } of this.#movements.values()) {
      for (const { item, quantity } of lines) changes.set(item, (changes.get(item) ?? 0) + quantity);
    }
    return changes;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #keep(movement: Movement): void {
    this.#movements.set(movement.document, movement);
  }
}
