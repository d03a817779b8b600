import { v5 as hashOf } from 'uuid';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { canonicalJson, isRecord } from '../records.js';
import { formatSpan, parseSpan, type Span, type TimeWindow } from './windows.js';

const version = 1;
const namespace = '85c996de-6e5a-47a6-8bc8-ba48db882b26';

/**
 * Marks a position in a list. Save it as JSON and pass it as `resumeFrom` to the same method with the same query, including `from`
 * and `to`. Iteration then resumes after the page of the checkpoint. No record is missed. Only earlier records exactly on a
 * boundary of the resumed window can repeat.
 *
 * Its other properties are private to this package. It contains a hash of the query, not its text.
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
  readonly version: 1;
};

type StoredCheckpoint = Checkpoint & {
  readonly operation: string;
  /** A hash of the query. */
  readonly query: string;
  readonly next: { readonly window: TimeWindow; readonly cursor: string | null } | null;
};

/** The position at which a list continues: at the cursor or, if that is `null`, at the start of the window. */
export interface Position {
  readonly window: Span;
  readonly cursor: string | null;
}

/** Writes and reads the checkpoints of one query. `null` is the end of the list. */
export interface CheckpointCodec {
  write(position: Position | null): Checkpoint;
  /** @throws RequestValidationError for anything but a checkpoint of this query */
  read(value: unknown): Position | null;
}

export function checkpointCodec(
  operation: string,
  query: Readonly<Record<string, string>>,
  span: Span,
): CheckpointCodec {
  const hash = hashOf(canonicalJson({ ...query, ...span }), namespace);
  const invalid = (message: string) =>
    new RequestValidationError(operation, [{ path: 'resumeFrom', message }]);
  return {
    write(position) {
      const next = position && { window: formatSpan(position.window), cursor: position.cursor };
      const checkpoint: StoredCheckpoint = { version, operation, query: hash, next };
      return checkpoint;
    },
    read(value) {
      if (!isRecord(value) || value.version !== version) throw invalid('is not a checkpoint of this version');
      if (value.operation !== operation || value.query !== hash) {
        throw invalid(
          'belongs to another query. Use the method, filters, from and to that it was created with',
        );
      }
      if (value.next === null) return null;
      const position = readPosition(value.next);
      if (!position || !contains(span, position.window)) throw invalid('is damaged');
      return position;
    },
  };
}

function readPosition(value: unknown): Position | undefined {
  if (!isRecord(value) || !isRecord(value.window)) return undefined;
  const { cursor } = value;
  const window = parseSpan(value.window);
  const isCursor = cursor === null || (typeof cursor === 'string' && cursor !== '');
  return window && isCursor ? { window, cursor } : undefined;
}

function contains(outer: Span, { from, to }: Span): boolean {
  return outer.from <= from && from <= to && to <= outer.to;
}
