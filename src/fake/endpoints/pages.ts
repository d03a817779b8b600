import { isRecord } from '../../records.js';
import type { Outlet } from '../outlet/outlet.js';
import { invalid } from '../service/http-error.js';
import { type Fields, show } from './documented-fields.js';

export interface Row {
  /** The page size applies to each group: the statuses of orders. */
  readonly group: string;
  /** Sorts the rows; no two are equal. */
  readonly rank: string;
  readonly record: unknown;
}

interface Position {
  readonly query: string;
  readonly page: number;
  /** The rank of the last record of each group so far. */
  readonly after: Readonly<Record<string, string>>;
}

/** The maximum number of records on a page, or of orders of each status. API specification: Limits › Page size. */
export const fullPage = 25;
const sparsePages: readonly number[] = [3, 0, fullPage, 1, 0, 0];

/** The start of each cursor. A client that does not encode it in URLs, or encodes it twice, fails at once. */
const cursorMark = 'c%2B&+=/';

export interface PagedList {
  readonly rows: readonly Row[];
  readonly sorting: 'oldest-first' | 'newest-first';
  readonly fields: Fields;
  /** Whether the last page can be without `next`. Default: `false`. */
  readonly canOmitNext?: boolean;
}

/** Returns one page of a list, in its wrapper. A record that appears between two calls shifts none of the others. */
export function pageOf({ assume }: Outlet, query: URLSearchParams, list: PagedList): unknown {
  const { wrapper, cursorParam } = assume;
  const direction = list.sorting === 'oldest-first' ? 1 : -1;
  const sorted = list.rows.toSorted((one, other) => direction * compare(one.rank, other.rank));
  const shown = (rows: readonly Row[]) => rows.map(({ record }) => show(record, list.fields, assume));
  const position = positionOf(query, cursorParam);
  const remaining = sorted.filter(({ group, rank }) => {
    const last = position.after[group];
    return last === undefined || direction * compare(rank, last) > 0;
  });
  const size = assume.sparsePages ? (sparsePages[position.page % sparsePages.length] ?? fullPage) : fullPage;
  const taken = firstOfEach(remaining, size);
  const after = { ...position.after };
  for (const { group, rank } of taken) after[group] = rank;
  // With sparse pages, a full page does not count as the last, so the last page can be empty.
  const isLast = taken.length === remaining.length && !(assume.sparsePages && taken.length >= size);
  const page = { [wrapper]: shown(taken) };
  if (isLast && list.canOmitNext && assume.nextOnLastPage === 'absent') return page;
  return { ...page, next: isLast ? null : cursorOf({ ...position, page: position.page + 1, after }) };
}

export function wholeList({ assume }: Outlet, records: readonly unknown[], fields: Fields): unknown {
  const shown = show(records, fields, assume);
  return assume.bareLists ? shown : { [assume.wrapper]: shown };
}

function firstOfEach(rows: readonly Row[], size: number): Row[] {
  const counts = new Map<string, number>();
  return rows.filter(({ group }) => {
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= size;
  });
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
