import { fieldOf } from '../../lists/field-of.js';
import { Reach } from '../../lists/reach.js';

/** How far one window is walked, as far as the dates of records tell. */
export class WalkedWindow {
  readonly from: number;
  readonly #to: number;
  /** Each page has the next ones of each status: some are further than others. */
  readonly #byStatus = new Map<unknown, Reach>();
  /** Of those that the last page had. */
  #milliseconds: number | undefined;
  #pages = 0;

  constructor(from: number, to: number) {
    this.from = from;
    this.#to = to;
  }

  get pages(): number {
    return this.#pages;
  }

  /** Milliseconds of the window that are done; `undefined` where nothing tells. */
  get milliseconds(): number | undefined {
    return this.#milliseconds;
  }

  see(items: readonly unknown[]): void {
    this.#pages += 1;
    const reached = [...new Set(items.map(statusOf))].map((status) =>
      this.#seeStatus(
        status,
        items.filter((item) => statusOf(item) === status),
      ),
    );
    const known = reached.filter((milliseconds) => milliseconds !== undefined);
    if (known.length > 0) this.#milliseconds = Math.min(...known);
  }

  #seeStatus(status: unknown, items: readonly unknown[]): number | undefined {
    const reach = this.#byStatus.get(status) ?? new Reach({ from: this.from, to: this.#to }, undefined);
    this.#byStatus.set(status, reach);
    reach.see(items);
    return reach.milliseconds;
  }
}

function statusOf(item: unknown): unknown {
  return fieldOf(item, 'status');
}
