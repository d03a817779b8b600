import { RepeatedCursorError } from '../errors/repeated-cursor-error.js';
import type { DateRange } from '../operations/operation.js';
import { fingerprint } from './fingerprint.js';
import { Once } from './once.js';
import { formatSpan, type Span, type TimeWindow, windowAfter } from './windows.js';

/** Asks the service for one page: the first one of a window, or the one that a cursor names. */
export type FetchPage<T> = (
  window: TimeWindow,
  cursor: string | undefined,
) => Promise<{ readonly items: readonly T[]; readonly next: string | null }>;

/** A page that is still to be fetched: the first one of its window where there is no cursor. */
export interface Place {
  readonly window: Span;
  readonly cursor: string | null;
}

/** What a walk goes over. */
export interface Walk<T> {
  readonly operation: { readonly id: string; readonly range: DateRange };
  readonly span: Span;
  readonly fetchPage: FetchPage<T>;
  readonly signal: AbortSignal | undefined;
}

/** A page without what the window before it has handed out already. */
export interface Step<T> {
  readonly items: T[];
  readonly next: string | null;
  readonly window: Span;
  /** Where the walk goes on, or `null` at its end. */
  readonly after: Place | null;
}

/** Goes from window to window and, inside each, from page to page. It ends after the last page of the last window. */
export async function* walk<T>(
  whole: Walk<T>,
  start: Place | null,
): AsyncGenerator<Step<T>, void, undefined> {
  const { operation, span } = whole;
  const once = new Once(operation.range.field);
  let place = start;
  while (place !== null) {
    const { window } = place;
    const following = windowAfter(window, span, operation.range);
    const afterWindow: Place | null = following ? { window: following, cursor: null } : null;
    once.enter(window);
    for await (const { items, next } of pagesFrom(whole, place)) {
      const after = next === null ? afterWindow : { window, cursor: next };
      yield { items: items.filter((item) => once.isNew(item)), next, window, after };
    }
    place = afterWindow;
  }
}

/** Follows the cursors of one window. A page with few or no items says nothing: only a page without `next` is the last. */
async function* pagesFrom<T>({ operation, fetchPage, signal }: Walk<T>, { window, cursor }: Place) {
  const range = formatSpan(window);
  const asked = new Set<number>();
  let current = cursor;
  do {
    signal?.throwIfAborted();
    if (current !== null) asked.add(fingerprint(current));
    const page = await fetchPage(range, current ?? undefined);
    const next = page.next || null;
    if (next !== null && asked.has(fingerprint(next))) throw new RepeatedCursorError(operation.id, range);
    yield { items: page.items, next };
    current = next;
  } while (current !== null);
}
