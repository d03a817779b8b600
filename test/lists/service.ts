import { fingerprint } from '../../src/lists/fingerprint.js';
import type { FetchPage } from '../../src/lists/walker.js';
import type { TimeWindow } from '../../src/lists/windows.js';
import type { DateRange } from '../../src/operations/operation.js';

/** Which ends of a range the service takes in: not documented, so every reading has to work. */
type Bounds = 'both' | 'from' | 'to';

export interface Row<T> {
  readonly at: number;
  readonly entry: T;
}

export interface Behaviour {
  /** How the service really sorts, whatever is documented. */
  readonly order: DateRange['order'] | 'shuffled';
  readonly bounds: Bounds;
  /** How many rows stand on each page, over and over; 0 is a page without items that still has a `next`. */
  readonly pageSizes: readonly number[];
}

export interface Service<T> {
  readonly fetchPage: FetchPage<T>;
  readonly requests: { readonly from: string; readonly to: string; readonly cursor: string | undefined }[];
  /** What is in a range, once and in order. */
  inRange(from: number, to: number): T[];
}

/** The service's list of one resource: it filters by date, sorts, and cuts pages at will. */
export function serviceOf<T>(rows: readonly Row<T>[], { order, bounds, pageSizes }: Behaviour): Service<T> {
  const requests: Service<T>['requests'] = [];
  const sorted = rows.toSorted((one, other) => one.at - other.at);
  // Where the order is not documented, it is not the one that windows are walked in.
  if (order !== 'oldest-first') sorted.reverse();
  if (order === 'shuffled') sorted.sort((one, other) => hash(one) - hash(other));

  const inRange = (from: number, to: number) =>
    sorted
      .filter(({ at }) => (bounds === 'to' ? at > from : at >= from))
      .filter(({ at }) => (bounds === 'from' ? at < to : at <= to))
      .map(({ entry }) => entry);

  const found = new Map<string, T[]>();
  const matchesIn = ({ from, to }: TimeWindow): T[] => {
    const key = `${from} ${to}`;
    const matches = found.get(key) ?? inRange(Date.parse(from), Date.parse(to));
    found.set(key, matches);
    return matches;
  };

  const fetchPage: FetchPage<T> = async (window, cursor) => {
    requests.push({ ...window, cursor });
    const [page, offset] = readCursor(cursor, window);
    const matches = matchesIn(window);
    const end = offset + (pageSizes[page % pageSizes.length] ?? 1);
    // A copy, as it comes out of JSON: nobody can tell entries apart by identity.
    const items = structuredClone(matches.slice(offset, end));
    return { items, next: end < matches.length ? JSON.stringify([page + 1, end, window]) : null };
  };

  return { fetchPage, requests, inRange };
}

function hash(row: Row<unknown>): number {
  return fingerprint(JSON.stringify(row));
}

/** A cursor holds for the window that it was given for, and for no other. */
function readCursor(cursor: string | undefined, window: { from: string; to: string }): [number, number] {
  if (cursor === undefined) return [0, 0];
  const [page, offset, owner] = JSON.parse(cursor);
  if (owner.from !== window.from || owner.to !== window.to) throw new Error('cursor of another window');
  return [page, offset];
}
