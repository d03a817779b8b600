import { isRecord } from '../../records.js';
import type { Outlet } from '../outlet/outlet.js';
import { invalid } from '../service/refusal.js';

/** A record of a list, and where it stands. */
export interface Row<T> {
  /** Each group has its own place on every page: the statuses of orders. */
  readonly group: string;
  /** Sorts the rows; no two are equal. */
  readonly rank: string;
  readonly record: T;
}

/** Which part of a list the cursor stands for. */
interface Position {
  readonly query: string;
  readonly page: number;
  /** Rank of the last record that was handed out, by group. */
  readonly after: Readonly<Record<string, string>>;
}

/** Records per group and page. Specification: "Limits", page size. */
const fullPage = 25;
const sparsePages: readonly number[] = [3, 0, fullPage, 1];

/**
 * Every character here has a meaning in an address, so that a client that does not encode a cursor, or encodes it twice,
 * fails at once.
 */
const cursorMark = 'c%2B&+=/';

/** One page of a list, in its wrapper. A rank that comes in between two calls shifts nothing. */
export function pageOf<T>(
  outlet: Outlet,
  query: URLSearchParams,
  order: 'oldest-first' | 'newest-first',
  rows: readonly Row<T>[],
): unknown {
  const { wrapper, cursorParam } = outlet.assume;
  const direction = order === 'oldest-first' ? 1 : -1;
  const sorted = rows.toSorted((one, other) => direction * compare(one.rank, other.rank));
  if (wrapper === false) return sorted.map(({ record }) => record);
  const position = positionOf(query, cursorParam);
  const remaining = sorted.filter(({ group, rank }) => {
    const last = position.after[group];
    return last === undefined || direction * compare(rank, last) > 0;
  });
  const taken = firstOfEach(remaining, pageSize(outlet, position.page));
  const after = { ...position.after };
  for (const { group, rank } of taken) after[group] = rank;
  const isLast = taken.length === remaining.length;
  return {
    [wrapper]: taken.map(({ record }) => record),
    next: isLast ? null : cursorOf({ ...position, page: position.page + 1, after }),
  };
}

/** All of a list that has no pages, in its wrapper. */
export function wholeList<T>(outlet: Outlet, records: readonly T[]): unknown {
  const { wrapper } = outlet.assume;
  return wrapper === false ? records : { [wrapper]: records };
}

function firstOfEach<T>(rows: readonly Row<T>[], size: number): Row<T>[] {
  const counts = new Map<string, number>();
  return rows.filter(({ group }) => {
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= size;
  });
}

function pageSize(outlet: Outlet, page: number): number {
  return outlet.sparsePages ? (sparsePages[page % sparsePages.length] ?? fullPage) : fullPage;
}

function positionOf(query: URLSearchParams, cursorParam: string): Position {
  const own = new URLSearchParams(query);
  own.delete(cursorParam);
  own.sort();
  const cursor = query.get(cursorParam);
  const position = cursor === null ? { query: String(own), page: 0, after: {} } : readCursor(cursor);
  if (position?.query !== String(own)) throw invalid(cursorParam, 'is not a cursor of this list');
  return position;
}

function cursorOf(position: Position): string {
  return cursorMark + btoa(JSON.stringify(position));
}

function readCursor(cursor: string): Position | undefined {
  if (!cursor.startsWith(cursorMark)) return undefined;
  try {
    const position: unknown = JSON.parse(atob(cursor.slice(cursorMark.length)));
    return isPosition(position) ? position : undefined;
  } catch {
    return undefined;
  }
}

function isPosition(value: unknown): value is Position {
  return (
    isRecord(value) &&
    typeof value.query === 'string' &&
    typeof value.page === 'number' &&
    isRecord(value.after) &&
    Object.values(value.after).every((rank) => typeof rank === 'string')
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
