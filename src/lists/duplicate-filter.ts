import { parseInstant } from '../instants.js';
import { canonicalJson, isRecord } from '../json.js';
import type { RangeRules } from '../operations/operation.js';
import type { Span } from './time-range.js';

/**
 * Drops records that neighboring slices share. It remembers the ids of the current and the previous slice.
 *
 * Without ids, two equal records can be different ones, so copies are counted. The next slice drops as many copies of a record as
 * this slice delivered. Only records at a boundary instant of their slice can be shared, so only they are counted. If the API
 * specification does not define the date field of the list, all records without an id are.
 */
export class DuplicateFilter {
  readonly #dateField: RangeRules['field'];
  #slice: Span | undefined;
  #ids = new Set<string>();
  #previousIds = new Set<string>();
  #copies = new Map<string, number>();
  #previousCopies = new Map<string, number>();

  constructor(dateField: RangeRules['field']) {
    this.#dateField = dateField;
  }

  /** Starts the next slice, unless it is the current one. */
  enter(slice: Span): void {
    if (slice === this.#slice) return;
    this.#slice = slice;
    this.#previousIds = this.#ids;
    this.#ids = new Set();
    this.#previousCopies = this.#copies;
    this.#copies = new Map();
  }

  /** Returns whether a record of the current slice is new. Call it once per record. */
  isNew(record: unknown): boolean {
    const id = isRecord(record) ? record.id : undefined;
    if (typeof id !== 'string' || id === '') {
      const content = this.#isAtBoundary(record) ? contentOf(record) : undefined;
      return content === undefined || this.#isNewCopy(content);
    }
    const isKnown = this.#ids.has(id) || this.#previousIds.has(id);
    this.#ids.add(id);
    return !isKnown;
  }

  #isNewCopy(content: string): boolean {
    const shared = this.#previousCopies.get(content) ?? 0;
    if (shared > 0) this.#previousCopies.set(content, shared - 1);
    else this.#copies.set(content, (this.#copies.get(content) ?? 0) + 1);
    return shared === 0;
  }

  #isAtBoundary(record: unknown): boolean {
    if (this.#dateField === undefined) return true;
    const instant = isRecord(record) ? parseInstant(record[this.#dateField]) : undefined;
    return instant !== undefined && (instant === this.#slice?.from || instant === this.#slice?.to);
  }
}

/** Returns `undefined` for a record that is nested too deeply for `JSON.stringify`. */
export function contentOf(record: unknown): string | undefined {
  try {
    return canonicalJson(record);
  } catch {
    return undefined;
  }
}
