import { isRecord } from '../../json.js';
import { inList, type PagedListName, type PerPagedList } from '../assumptions.js';
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
  readonly name: PagedListName;
  readonly sorting: 'oldest-first' | 'newest-first';
  readonly fields: Fields;
}

/** The paths of the lists. */
const paths: Readonly<Record<PagedListName, string>> = {
  orders: '/api/v1/orders',
  actionLogs: '/api/v1/orders/action-logs',
  goodsReceipts: '/api/v1/inventory/goods-receipts',
};

/** Returns one page of a list, in its wrapper. A record that appears between two calls shifts none of the others. */
export function pageOf(outlet: Outlet, query: URLSearchParams, list: PagedList): unknown {
  const { assumptions } = outlet;
  const of = <T extends string | boolean>(value: PerPagedList<T>): T => inList(value, list.name);
  const cursorParam = of(assumptions.cursorParam);
  const isSparse = of(assumptions.sparsePages);
  const direction = list.sorting === 'oldest-first' ? 1 : -1;
  const sorted = list.rows.toSorted((one, other) => direction * compare(one.rank, other.rank));
  const position = positionOf(outlet, query, cursorParam);
  const remaining = sorted.filter(({ group, rank }) => {
    const last = position.after[group];
    return last === undefined || direction * compare(rank, last) > 0;
  });
  const size = isSparse ? (sparsePages[position.page % sparsePages.length] ?? fullPage) : fullPage;
  const taken = firstOfEach(remaining, size);
  const after = { ...position.after };
  for (const { group, rank } of taken) after[group] = rank;
  // With sparse pages, a full page does not count as the last, so the last page can be empty.
  const isLast = taken.length === remaining.length && !(isSparse && taken.length >= size);
  const next = isLast
    ? lastNext[of(assumptions.nextOnLastPage)]
    : nextOf({ ...position, page: position.page + 1, after });
  const records = taken.map(({ record }) => show(record, list.fields, assumptions, list.name));
  const body: Record<string, unknown> = {};
  setAt(
    body,
    of(assumptions.wrapper),
    recordsOrEmpty(records, of(assumptions.emptyPages), next !== undefined),
  );
  setAt(body, of(assumptions.nextField), next);
  return body;

  function nextOf(following: Position): string | number {
    const form = of(assumptions.cursorForm);
    if (form === 'number') return numberOf(outlet, following);
    if (form === 'text') return cursorOf(following);
    const params = new URLSearchParams(query);
    params.set(cursorParam, cursorOf(following));
    return `${paths[list.name]}?${params}`;
  }
}

const lastNext = { null: null, absent: undefined, false: false } as const;

/** Sets the field with a name, or with a path such as `data.items`. A value that is `undefined` is not sent. */
function setAt(body: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const inner = isRecord(body[name]) ? body[name] : {};
  body[name] = inner;
  setAt(inner, rest.join('.'), value);
}

/** Returns the records of a page. A page that has neither records nor a next cursor has at least an empty list. */
function recordsOrEmpty(
  records: readonly unknown[],
  form: 'list' | 'null' | 'absent',
  hasNext: boolean,
): unknown {
  if (records.length > 0 || form === 'list') return records;
  if (form === 'null') return null;
  return hasNext ? undefined : records;
}

/** Returns a list without pages. @param like - the list whose field contains it, unless that is nested */
export function wholeList(
  { assumptions }: Outlet,
  records: readonly unknown[],
  fields: Fields,
  like: PagedListName,
): unknown {
  const shown = show(records, fields, assumptions, like);
  const wrapper = inList(assumptions.wrapper, like);
  return assumptions.bareLists ? shown : { [wrapper.includes('.') ? 'data' : wrapper]: shown };
}

function firstOfEach(rows: readonly Row[], size: number): Row[] {
  const counts = new Map<string, number>();
  return rows.filter(({ group }) => {
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= size;
  });
}

function positionOf(outlet: Outlet, query: URLSearchParams, cursorParam: string): Position {
  const own = new URLSearchParams(query);
  own.delete(cursorParam);
  own.sort();
  const cursor = query.get(cursorParam);
  const position = cursor === null ? { query: String(own), page: 0, after: {} } : readCursor(outlet, cursor);
  if (position?.query !== String(own)) throw invalid(cursorParam, 'is not a cursor of this list');
  return position;
}

function cursorOf(position: Position): string {
  return cursorMark + btoa(JSON.stringify(position));
}

/** The positions of the cursors that are numbers, from 1 up. */
const numbered = new WeakMap<Outlet, string[]>();

/** Returns the number of a position, which is the same for each request. */
function numberOf(outlet: Outlet, position: Position): number {
  const positions = numbered.get(outlet) ?? [];
  numbered.set(outlet, positions);
  const cursor = cursorOf(position);
  const index = positions.indexOf(cursor);
  return index === -1 ? positions.push(cursor) : index + 1;
}

function readCursor(outlet: Outlet, text: string): Position | undefined {
  const cursor = numbered.get(outlet)?.[Number(text) - 1] ?? text;
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
