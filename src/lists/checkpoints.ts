import { v5 as uuidOf } from 'uuid';
import { InvalidRequestError } from '../errors/invalid-request-error.js';
import { parseInstant } from '../instants.js';
import type { DateRange } from '../operations/operation.js';
import { canonicalJson } from './canonical-json.js';
import type { Place } from './walker.js';
import { fitsOneWindow, formatSpan, type Span, type TimeWindow } from './windows.js';

const version = 1;
const namespace = '85c996de-6e5a-47a6-8bc8-ba48db882b26';

/**
 * How far a walk came. Save it as JSON, and hand it back as `resumeFrom` to the same method with the same query, `from`
 * and `to` included: the walk goes on behind it. What stood on the edge of a window may come again, and so may the first
 * pages of a range that was walked anew in parts to be faster (`concurrency`). Nothing is missed.
 *
 * Everything but the version is private to this package. No text of the query stands in it.
 *
 * @example
 * ```ts
 * const query = { from: '2026-01-01T00:00:00Z', to: '2026-11-01T00:00:00Z' };
 * for await (const page of outlet.orders.list(query, { resumeFrom: await load() }).pages()) {
 *   await store(page.items);
 *   await save(page.checkpoint);
 * }
 * ```
 */
// A type and no interface, so that it fits where JSON is asked for.
export type Checkpoint = {
  /** Of the checkpoint's form. */
  readonly version: typeof version;
};

type StoredCheckpoint = Checkpoint & {
  readonly operation: string;
  readonly query: string;
  /** The page that comes next; `null` behind the last one. */
  readonly next: { readonly window: TimeWindow; readonly cursor: string | null } | null;
};

/** Writes and reads the checkpoints of one query. */
export class Checkpoints {
  readonly #operation: string;
  readonly #range: DateRange;
  readonly #span: Span;
  readonly #query: string;

  constructor(
    operation: { readonly id: string; readonly range: DateRange },
    query: Readonly<Record<string, unknown>>,
    span: Span,
  ) {
    this.#operation = operation.id;
    this.#range = operation.range;
    this.#span = span;
    this.#query = uuidOf(canonicalJson({ ...query, ...span }), namespace);
  }

  /** The checkpoint in front of a page, or behind the last one. */
  before(place: Place | null): Checkpoint {
    const checkpoint: StoredCheckpoint = {
      version,
      operation: this.#operation,
      query: this.#query,
      next: place && { window: formatSpan(place.window), cursor: place.cursor },
    };
    return checkpoint;
  }

  /** Where a walk goes on, from a value of any origin; `null` where all is done. */
  read(value: unknown): Place | null {
    if (own(value, 'version') !== version) throw this.#refusal('is no checkpoint of this version');
    if (own(value, 'operation') !== this.#operation || own(value, 'query') !== this.#query) {
      throw this.#refusal(
        'belongs to another query: method, filters, from and to have to be those that it was made with',
      );
    }
    const next = own(value, 'next');
    return next === null ? null : this.#readPlace(next);
  }

  #readPlace(next: unknown): Place {
    const cursor = own(next, 'cursor');
    const window = this.#readWindow(own(next, 'window'));
    const isCursor = cursor === null || (typeof cursor === 'string' && cursor !== '');
    if (!window || !isCursor) throw this.#refusal('is damaged');
    return { window, cursor };
  }

  #readWindow(window: unknown): Span | undefined {
    const from = parseInstant(own(window, 'from'));
    const to = parseInstant(own(window, 'to'));
    if (from === undefined || to === undefined) return undefined;
    const isInside = this.#span.from <= from && from <= to && to <= this.#span.to;
    return isInside && fitsOneWindow({ from, to }, this.#range) ? { from, to } : undefined;
  }

  #refusal(message: string): InvalidRequestError {
    return new InvalidRequestError(this.#operation, [{ path: 'resumeFrom', message }]);
  }
}

/** A field of the value itself: neither what a prototype lends it nor what a getter makes up. */
function own(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}
