import { v5 as uuidOf } from 'uuid';
import type { Issue } from '../errors/issue.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { canonicalJson, isRecord, parseIfText } from '../json.js';
import { type ListOperation, notSentMessage } from '../operations/operation.js';
import { isText } from '../options/checks.js';
import type { ListPosition, StoredPosition } from './list-position.js';
import { formatSpan, parseSpan, type Span, type TimeRange } from './time-range.js';

const version = 2;
const namespace = '85c996de-6e5a-47a6-8bc8-ba48db882b26';

/** The page that a list continues with: the page of the cursor or, if that is `null`, the first page of the slice. */
export interface NextPage {
  readonly slice: Span;
  readonly cursor: string | null;
}

/**
 * Reads the position that a list resumes from; `undefined` without one.
 * @throws {@link RequestValidationError} if it belongs to another method or outlet, or is damaged
 */
export function readPosition(
  saved: unknown,
  operation: ListOperation,
  outletRef: string | undefined,
): StoredPosition | undefined {
  const value = parseIfText(saved);
  if (value === undefined || value === null) return undefined;
  const invalid = (message: string) =>
    new RequestValidationError(notSentMessage(operation), [{ path: 'resumeFrom', message }]);
  if (!isRecord(value) || value.version !== version)
    throw invalid(
      'is not a position of this version. Pass the `position` of a page, or start from the beginning',
    );
  if (value.operation !== operation.id)
    throw invalid('belongs to another method. Resume it with that method');
  const savedRef = isText(value.outletRef) ? value.outletRef : undefined;
  if (savedRef !== outletRef) throw invalid(outletProblem(savedRef, outletRef));
  const span = isRecord(value.range) && parseSpan(value.range);
  const next = value.next === null ? null : readNext(value.next);
  const filters = isText(value.filters) ? value.filters : null;
  if (!span || next === undefined || (next && !contains(span, next.slice)))
    throw invalid('is damaged. Use an earlier position, or start from the beginning');
  return {
    version,
    operation: operation.id,
    outletRef: outletRef ?? null,
    range: formatSpan(span),
    filters,
    next: next && { slice: formatSpan(next.slice), cursor: next.cursor },
  };
}

function outletProblem(saved: string | undefined, outletRef: string | undefined): string {
  if (saved === undefined) {
    return 'is a position without an outlet. Leave out the option `outletRef`, or start from the beginning';
  }
  return outletRef === undefined
    ? `is a position of outlet ${JSON.stringify(saved)}. If this is the same outlet, pass the option \`outletRef\``
    : `is a position of outlet ${JSON.stringify(saved)}, but this list is of outlet ${JSON.stringify(outletRef)}. Save a position for each outlet`;
}

function readNext(value: unknown): NextPage | undefined {
  if (!isRecord(value) || !isRecord(value.slice)) return undefined;
  const { cursor } = value;
  const slice = parseSpan(value.slice);
  const isCursor = cursor === null || (typeof cursor === 'string' && cursor !== '');
  return slice && isCursor ? { slice, cursor } : undefined;
}

function contains(outer: Span, { from, to }: Span): boolean {
  return outer.from <= from && from <= to && to <= outer.to;
}

/** Writes the positions of one list, and checks the position that the list resumes from. */
export class PositionFormat {
  readonly #operation: ListOperation;
  readonly #list: Omit<StoredPosition, 'next'>;

  /** @param filters - the query without its range */
  constructor(
    operation: ListOperation,
    outletRef: string | undefined,
    range: TimeRange,
    filters: Readonly<Record<string, string>>,
  ) {
    const hasFilters = Object.keys(filters).length > 0;
    this.#operation = operation;
    this.#list = {
      version,
      operation: operation.id,
      outletRef: outletRef ?? null,
      range,
      filters: hasFilters ? uuidOf(canonicalJson(filters), namespace) : null,
    };
  }

  /** @param next - `null` at the end of the list */
  write(next: NextPage | null): ListPosition {
    const stored: StoredPosition = {
      ...this.#list,
      next: next && { slice: formatSpan(next.slice), cursor: next.cursor },
    };
    return stored;
  }

  /** Returns where a saved list continues. @throws {@link RequestValidationError} if this list has another range or other filters */
  resume({ range, filters, next }: StoredPosition): NextPage | null {
    const issues: Issue[] = (['from', 'to'] as const)
      .filter((bound) => range[bound] !== this.#list.range[bound])
      .map((bound) => ({
        path: bound,
        message: `differs from that of the position (${range.from} to ${range.to}). Leave out \`${bound}\`: the list continues with the range of the position`,
      }));
    if (filters !== this.#list.filters) {
      const message = 'belongs to a list with other filters. Pass the filters that it was saved with';
      issues.push({ path: 'resumeFrom', message });
    }
    if (issues.length > 0) throw new RequestValidationError(notSentMessage(this.#operation), issues);
    return next && (readNext(next) ?? null);
  }
}
