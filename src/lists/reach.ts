import { parseInstant } from '../instants.js';
import type { DateRange } from '../operations/operation.js';
import { fieldOf } from './field-of.js';
import { lengthOf, type Span } from './windows.js';

/** What entries are dated by, as a rule, where the specification names no field. */
const usualField: NonNullable<DateRange['field']> = 'created';

/**
 * How far a walker came in its window, as far as the dates of entries tell. A guess, and where it is wrong it costs
 * requests: it steers where a range is cut, never what is handed out.
 */
export class Reach {
  readonly #window: Span;
  readonly #field: string;
  #pages = 0;
  #first: Span | undefined;
  #last: Span | undefined;
  #isRising = true;
  #isFalling = true;

  constructor(window: Span, field: DateRange['field']) {
    this.#window = window;
    this.#field = field ?? usualField;
  }

  /** Takes in the next page. Entries may stand in any order on it, as long as page follows page. */
  see(items: readonly unknown[]): void {
    this.#pages += 1;
    if (items.length === 0) return;
    const page = this.#spanOf(items);
    const last = this.#last ?? page;
    this.#isRising &&= last.from <= page.from && last.to <= page.to;
    this.#isFalling &&= last.from >= page.from && last.to >= page.to;
    this.#first ??= page;
    this.#last = page;
  }

  /** Pages that stand in the part of the window that is done; the last one still has neighbours of its time. */
  get pages(): number {
    return this.#pages - 1;
  }

  /** Milliseconds of the window that are done; `undefined` where the dates do not tell. */
  get milliseconds(): number | undefined {
    return this.#passed(
      ({ from }) => from - this.#window.from,
      ({ to }) => this.#window.to - to,
    );
  }

  /** Pages per millisecond from the first entry on. */
  get density(): number | undefined {
    const { from, to } = this.#first ?? this.#window;
    const passed = this.#passed(
      (page) => page.from - from,
      (page) => to - page.to,
    );
    return passed === undefined ? undefined : this.pages / passed;
  }

  /** From the first to the last date on a page; where there is none, nothing that fits to anything. */
  #spanOf(items: readonly unknown[]): Span {
    let from = Number.POSITIVE_INFINITY;
    let to = Number.NEGATIVE_INFINITY;
    for (const item of items) {
      const date = parseInstant(fieldOf(item, this.#field));
      if (date !== undefined) [from, to] = [Math.min(from, date), Math.max(to, date)];
    }
    return { from, to };
  }

  #passed(rising: (page: Span) => number, falling: (page: Span) => number): number | undefined {
    if (!this.#last || this.#isRising === this.#isFalling) return undefined;
    const passed = this.#isRising ? rising(this.#last) : falling(this.#last);
    return passed > 0 && passed < lengthOf(this.#window) ? passed : undefined;
  }
}
