import { v5 as hashOf } from 'uuid';
import { isText } from '../checks.js';
import type { Issue } from '../errors/issue.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { canonicalJson, isRecord } from '../records.js';
import { formatSpan, parseSpan, type Span, type TimeWindow } from './windows.js';

const version = 2;
const namespace = '85c996de-6e5a-47a6-8bc8-ba48db882b26';

/**
 * Marks a position in a list. Save it as JSON and pass it as `resumeFrom` to the same method with the same filters. The list then
 * continues after the page of the checkpoint, up to the `to` of its first start. No record is missed. Only earlier records exactly
 * on a boundary of the resumed window can repeat.
 *
 * Its other properties are private to this package. It contains the range of the list, the option `outlet`, and a hash of the
 * filters instead of their text.
 * @example
 * ```ts
 * const orders = outlet.orders.list({ from: '2026-01-01T00:00:00Z' }, { resumeFrom: await load() });
 * for await (const page of orders.pages()) {
 *   await store(page.items);
 *   await save(page.checkpoint);
 * }
 * ```
 */
// A type, because an interface is not assignable to a JSON type.
export type Checkpoint = {
  /** Version of the checkpoint's format. */
  readonly version: 2;
};

type StoredCheckpoint = Checkpoint & {
  readonly operation: string;
  /** The caller's name of the outlet. */
  readonly outlet: string | null;
  readonly range: TimeWindow;
  /** A hash, because filters can contain personal data; `null` without filters. */
  readonly filters: string | null;
  readonly next: { readonly window: TimeWindow; readonly cursor: string | null } | null;
};

/** The position at which a list continues: at the cursor or, if that is `null`, at the start of the window. */
export interface Position {
  readonly window: Span;
  readonly cursor: string | null;
}

/** What a checkpoint contains. */
export interface SavedList {
  readonly range: TimeWindow;
  readonly filters: unknown;
  /** `null` at the end of the list. */
  readonly position: Position | null;
}

/**
 * Reads a checkpoint; `undefined` without one.
 * @throws RequestValidationError if it belongs to another method or outlet, or is damaged
 */
export function readCheckpoint(
  value: unknown,
  operation: string,
  outlet: string | undefined,
): SavedList | undefined {
  if (value === undefined || value === null) return undefined;
  const invalid = (message: string) =>
    new RequestValidationError(operation, [{ path: 'resumeFrom', message }]);
  if (!isRecord(value) || value.version !== version)
    throw invalid('is not a checkpoint of this version. Start from the beginning');
  if (value.operation !== operation) throw invalid('belongs to another method. Resume it with that method');
  const savedOutlet = isText(value.outlet) ? value.outlet : undefined;
  if (savedOutlet !== outlet) throw invalid(outletProblem(savedOutlet, outlet));
  const span = isRecord(value.range) && parseSpan(value.range);
  const position = value.next === null ? null : readPosition(value.next);
  if (!span || position === undefined || (position && !contains(span, position.window))) {
    throw invalid('is damaged. Use an earlier checkpoint, or start from the beginning');
  }
  return { range: formatSpan(span), filters: value.filters, position };
}

function outletProblem(saved: string | undefined, outlet: string | undefined): string {
  if (saved === undefined) {
    return 'is a checkpoint without an outlet. Leave out the option `outlet`, or start from the beginning';
  }
  return outlet === undefined
    ? `is a checkpoint of outlet ${JSON.stringify(saved)}. If this is the same outlet, pass the option \`outlet\``
    : `is a checkpoint of outlet ${JSON.stringify(saved)}, but this list is of outlet ${JSON.stringify(outlet)}. Save a checkpoint for each outlet`;
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

/** Writes the checkpoints of one list, and checks the one that it resumes from. */
export class Checkpoints {
  readonly #operation: string;
  readonly #outlet: string | undefined;
  readonly #range: TimeWindow;
  readonly #filters: Readonly<Record<string, string>>;
  #hash: string | undefined;

  /** @param filters - the query without its range */
  constructor(
    operation: string,
    outlet: string | undefined,
    range: TimeWindow,
    filters: Readonly<Record<string, string>>,
  ) {
    this.#operation = operation;
    this.#outlet = outlet;
    this.#range = range;
    this.#filters = filters;
  }

  /** @param position - where the list continues; `null` at its end */
  write(position: Position | null): Checkpoint {
    const checkpoint: StoredCheckpoint = {
      version,
      operation: this.#operation,
      outlet: this.#outlet ?? null,
      range: this.#range,
      filters: this.#filtersHash,
      next: position && { window: formatSpan(position.window), cursor: position.cursor },
    };
    return checkpoint;
  }

  /** Returns where a saved list continues. @throws RequestValidationError if this list has another range or other filters */
  resume({ range, filters, position }: SavedList): Position | null {
    const issues: Issue[] = (['from', 'to'] as const)
      .filter((bound) => range[bound] !== this.#range[bound])
      .map((bound) => ({
        path: bound,
        message: `differs from that of the checkpoint (${range.from} to ${range.to}). Leave out \`${bound}\`: the list continues with the range of the checkpoint`,
      }));
    if (filters !== this.#filtersHash) {
      const message = 'belongs to a list with other filters. Pass the filters that it was saved with';
      issues.push({ path: 'resumeFrom', message });
    }
    if (issues.length > 0) throw new RequestValidationError(this.#operation, issues);
    return position;
  }

  /** Hashed on demand, because few lists have filters whose checkpoints somebody reads. */
  get #filtersHash(): string | null {
    if (Object.keys(this.#filters).length === 0) return null;
    this.#hash ??= hashOf(canonicalJson(this.#filters), namespace);
    return this.#hash;
  }
}
