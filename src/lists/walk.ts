import type { DateRange } from '../operations/operation.js';
import { Crew } from './crew.js';
import { Once } from './once.js';
import type { Concurrency } from './plan.js';
import type { FetchPage, Place } from './walker.js';
import { type Span, windowAfter } from './windows.js';

/** What a walk goes over. */
export interface Walk<T> {
  readonly operation: { readonly id: string; readonly range: DateRange };
  readonly span: Span;
  readonly fetchPage: FetchPage<T>;
  readonly concurrency: Concurrency;
  readonly requestsPerSecond: () => number;
  readonly signal: AbortSignal | undefined;
}

/** A page without what was handed out before. */
export interface Step<T> {
  readonly items: T[];
  readonly next: string | null;
  readonly window: Span;
  /** Where the walk goes on, or `null` at its end. */
  readonly after: Place | null;
}

/**
 * Goes from window to window and, inside each, from page to page. It ends after the last page of the last window, and
 * asks for nothing ahead once it has handed out as many results as are wanted.
 */
export async function* walk<T>(
  whole: Walk<T>,
  start: Place | null,
  wanted: number,
): AsyncGenerator<Step<T>, void, undefined> {
  if (start === null) return;
  const { operation, span, signal } = whole;
  const once = new Once(operation.range.field);
  const crew = new Crew<T>({
    ...whole,
    start,
    canStartAnew: () => once.canStartAnew,
    startAnew: () => once.startAnew(),
  });
  let current: Span | undefined;
  let handedOut = 0;
  let pages = 0;
  try {
    for (;;) {
      if (signal?.aborted) throw signal.reason;
      const taken = await crew.take();
      if (!taken) return;
      const { page, window } = taken;
      if (window !== current) once.enter(window);
      current = window;
      const items = page.items.filter((item) => once.isNew(item));
      handedOut += items.length;
      pages += 1;
      crew.wanted = ((wanted - handedOut) * pages) / handedOut;
      if (handedOut < wanted) crew.lookAhead();
      const following = windowAfter(window, span, operation.range);
      const afterWindow = following ? { window: following, cursor: null } : null;
      const after = page.next === null ? afterWindow : { window, cursor: page.next };
      yield { items, next: page.next, window, after };
    }
  } finally {
    crew.disband();
  }
}
