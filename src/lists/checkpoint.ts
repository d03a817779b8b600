import { v5 as uuidOf } from 'uuid';
import { InvalidRequestError } from '../errors/invalid-request-error.js';
import { parseInstant } from '../instants.js';
import { canonicalJson, isRecord } from '../records.js';
import { formatSpan, type Span, type TimeWindow } from './windows.js';

const version = 1;
const namespace = '85c996de-6e5a-47a6-8bc8-ba48db882b26';

/**
 * Marks a position in a list. Save it as JSON and pass it as `resumeFrom` to the same method with the same query, including `from`
 * and `to`. Iteration then continues after the checkpoint. No record is missed. Records exactly on a boundary of the resumed window
 * can repeat.
 *
 * Its other properties are private to this package. It contains no text of the query.
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
// A type, because an interface is not assignable to a JSON type.
export type Checkpoint = {
  /** Version of the checkpoint's format. */
  readonly version: typeof version;
};

type StoredCheckpoint = Checkpoint & {
  readonly operation: string;
  /** A hash of the query. */
  readonly query: string;
  readonly next: { readonly window: TimeWindow; readonly cursor: string | null } | null;
};

/** Where a list continues: in a slice at a cursor, or at the start of a window that is not sliced yet. */
export interface Position {
  readonly window: Span;
  readonly cursor: string | null;
}

/** Writes and reads the checkpoints of one query. */
export class Checkpoints {
  readonly #operation: string;
  readonly #query: string;
  readonly #span: Span;

  constructor(operation: string, query: Readonly<Record<string, string>>, span: Span) {
    this.#operation = operation;
    this.#query = uuidOf(canonicalJson({ ...query, ...span }), namespace);
    this.#span = span;
  }

  /** Returns the checkpoint of a position; `null` is the end of the list. */
  write(position: Position | null): Checkpoint {
    const checkpoint: StoredCheckpoint = {
      version,
      operation: this.#operation,
      query: this.#query,
      next: position && { window: formatSpan(position.window), cursor: position.cursor },
    };
    return checkpoint;
  }

  /** Returns the position of a checkpoint; `null` at the end of the list. */
  read(value: unknown): Position | null {
    if (!isRecord(value) || value.version !== version)
      throw this.#error('is not a checkpoint of this version');
    if (value.operation !== this.#operation || value.query !== this.#query) {
      throw this.#error(
        'belongs to another query. Use the method, filters, from and to that it was created with',
      );
    }
    return value.next === null ? null : this.#readPosition(value.next);
  }

  #readPosition(next: unknown): Position {
    const { cursor, window } = isRecord(next) ? next : {};
    const { from, to } = isRecord(window) ? window : {};
    const span = { from: parseInstant(from) ?? Number.NaN, to: parseInstant(to) ?? Number.NaN };
    const isInside = this.#span.from <= span.from && span.from <= span.to && span.to <= this.#span.to;
    const isCursor = cursor === null || (typeof cursor === 'string' && cursor !== '');
    if (!isInside || !isCursor) throw this.#error('is damaged');
    return { window: span, cursor };
  }

  #error(message: string): InvalidRequestError {
    return new InvalidRequestError(this.#operation, [{ path: 'resumeFrom', message }]);
  }
}
