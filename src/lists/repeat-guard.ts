import { EndlessListError } from '../errors/endless-list-error.js';
import { isRecord } from '../json.js';
import { contentOf } from './duplicate-filter.js';
import type { TimeRange } from './time-range.js';

/** How many pages in a row can be copies of the first page. Pages by number can shift while records are added. */
const maxCopies = 1;

/** How many pages in a row can bring only known records. Orders that change while a list is read can move to its end. */
const maxKnown = 10;

/** How many pages in a row can be empty. A search can match few records, and the API may filter each page after it was read. */
const maxEmpty = 1_000;

/** Ends a list whose pages repeat, for example because the API ignores the cursor. */
export class RepeatGuard {
  readonly #list: readonly [operation: string, slice: TimeRange | undefined, cursorParam: string];
  readonly #cursors = new Set<string>();
  readonly #ids = new Set<string>();
  /** The records of the first page that has any. An API that ignores the cursor always returns that page. */
  #first: ReadonlySet<string> | undefined;
  #copies = 0;
  #known = 0;
  #empty = 0;

  constructor(operation: string, slice: TimeRange | undefined, cursorParam: string) {
    this.#list = [operation, slice, cursorParam];
  }

  /**
   * Records a page.
   * @param cursor - the cursor that the page was requested with; `null` for the first page
   * @throws {@link EndlessListError} if the list would not end
   */
  add(cursor: string | null, items: readonly unknown[], next: string | null): void {
    // The list ends here. Most lists have one page, whose records need not be compared.
    if (next === null) return;
    if (cursor !== null) this.#cursors.add(cursor);
    if (items.length > 0) this.#addItems(items);
    this.#empty = items.length > 0 ? 0 : this.#empty + 1;
    if (this.#empty >= maxEmpty) throw new EndlessListError('empty', ...this.#list);
    if (this.#copies > maxCopies || this.#known > maxKnown) throw new EndlessListError('page', ...this.#list);
    if (!this.#cursors.has(next)) return;
    const isRepeat = items.length === 0 || this.#copies > 0 || this.#known > 0;
    throw new EndlessListError(isRepeat ? 'page' : 'cursor', ...this.#list);
  }

  #addItems(items: readonly unknown[]): void {
    const isCopy = items.every((item) => this.#first?.has(contentOf(item) ?? ''));
    this.#first ??= new Set(items.map((item) => contentOf(item) ?? ''));
    this.#copies = isCopy ? this.#copies + 1 : 0;
    const ids = items.map(idOf);
    const isKnown = ids.every((id) => id !== undefined && this.#ids.has(id));
    for (const id of ids) if (id !== undefined) this.#ids.add(id);
    this.#known = isKnown ? this.#known + 1 : 0;
  }
}

/** Returns the ID of a record, if it has one. An ID can be a number, although the API specification says text. */
function idOf(record: unknown): string | undefined {
  const id = isRecord(record) ? record.id : undefined;
  return id !== '' && (typeof id === 'string' || typeof id === 'number') ? String(id) : undefined;
}
