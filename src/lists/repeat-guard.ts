import { isText } from '../checks.js';
import { EndlessListError } from '../errors/endless-list-error.js';
import { isRecord } from '../records.js';
import { contentOf } from './duplicate-filter.js';
import type { TimeRange } from './time-range.js';

/** How many pages in a row can bring only known records. Pages by number can shift while records are added. */
const maxRepeats = 1;

/** Ends a list whose pages repeat, for example because the API ignores the cursor. */
export class RepeatGuard {
  readonly #list: readonly [operation: string, slice: TimeRange | undefined, cursorParam: string];
  readonly #cursors = new Set<string>();
  readonly #ids = new Set<string>();
  /** The records of the first page that have no ID. An API that ignores the cursor always returns that page. */
  #contents: ReadonlySet<string> | undefined;
  #repeats = 0;

  constructor(operation: string, slice: TimeRange | undefined, cursorParam: string) {
    this.#list = [operation, slice, cursorParam];
  }

  /**
   * Records a page.
   * @param cursor - the cursor that the page was requested with; `null` for the first page
   * @throws {@link EndlessListError} if the list would not end
   */
  add(cursor: string | null, items: readonly unknown[], next: string | null): void {
    if (cursor !== null) this.#cursors.add(cursor);
    const isRepeat = this.#addItems(items);
    if (isRepeat) this.#repeats += 1;
    else if (items.length > 0) this.#repeats = 0;
    if (next === null) return;
    if (this.#repeats > maxRepeats) throw new EndlessListError('page', ...this.#list);
    if (!this.#cursors.has(next)) return;
    throw new EndlessListError(isRepeat || items.length === 0 ? 'page' : 'cursor', ...this.#list);
  }

  /** Returns whether all records are known. */
  #addItems(items: readonly unknown[]): boolean {
    const idless = new Set<string>();
    let isRepeat = items.length > 0;
    for (const item of items) {
      const id = isRecord(item) && isText(item.id) ? item.id : undefined;
      const known = id === undefined ? this.#contents : this.#ids;
      const key = id ?? contentOf(item) ?? '';
      if (!known?.has(key)) isRepeat = false;
      if (id === undefined) idless.add(key);
    }
    for (const item of items) if (isRecord(item) && isText(item.id)) this.#ids.add(item.id);
    if (items.length > 0) this.#contents ??= idless;
    return isRepeat;
  }
}
