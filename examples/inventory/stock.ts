import { isDeepStrictEqual } from 'node:util';
import { JsonLines } from './json-lines.js';

/** What one order or one goods receipt changes. */
export interface Movement {
  /** An order and a goods receipt can have the same ID. */
  readonly kind: 'order' | 'receipt';
  readonly id: string;
  readonly status: string | null | undefined;
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
  readonly #movements = new Map<string, Movement>();

  private constructor(file: JsonLines<Movement>) {
    this.#file = file;
  }

  static async open(path: string): Promise<Stock> {
    const stock = new Stock(await JsonLines.open(path));
    for await (const movement of stock.#file.read()) stock.#keep(movement);
    return stock;
  }

  /** Writes a movement. Resolves when it is on the disk. Writes nothing if the document has the same movement. */
  async write(movement: Movement): Promise<void> {
    if (isDeepStrictEqual(this.#movements.get(keyOf(movement)), movement)) return;
    await this.#file.append(movement);
    this.#keep(movement);
  }

  /** Returns the movements of a kind. */
  movements(kind: Movement['kind']): Movement[] {
    return [...this.#movements.values()].filter((movement) => movement.kind === kind);
  }

  /** Returns how movements have changed the stock of each item. Default: all movements. */
  changes(movements: Iterable<Movement> = this.#movements.values()): StockLine[] {
    const changes = new Map<string, number>();
    for (const { lines } of movements)
      for (const { item, quantity } of lines) changes.set(item, (changes.get(item) ?? 0) + quantity);
    return Array.from(changes, ([item, quantity]) => ({ item, quantity }));
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #keep(movement: Movement): void {
    this.#movements.set(keyOf(movement), movement);
  }
}

function keyOf({ kind, id }: Movement): string {
  return `${kind}/${id}`;
}
