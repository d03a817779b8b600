import { createHash } from 'node:crypto';
import { type Listing, Paginator } from '../../../src/lists/paginator.js';
import { readPosition } from '../../../src/lists/position.js';
import type { FetchPage } from '../../../src/lists/slice.js';
import type { RangeRules } from '../../../src/operations/operation.js';

export const day = 24 * 60 * 60 * 1_000;

export interface Row<T> {
  readonly at: number;
  readonly entry: T;
}

export interface Behaviour {
  /** The sort order of the service, which can differ from the documented one. */
  readonly order: RangeRules['order'] | 'shuffled';
  /** Which ends of a range are inclusive: not documented, so each variant has to work. */
  readonly bounds: 'both' | 'from' | 'to';
  /** Records per page, repeated in this sequence. 0 is an empty page that has a `next`. */
  readonly pageSizes: readonly number[];
}

export interface Service<T> {
  readonly fetchPage: FetchPage<T>;
  readonly requests: { readonly from: string; readonly to: string; readonly cursor: string | undefined }[];
  /** Returns the records of a range, each once and in order. */
  inRange(from: number, to: number): T[];
}

/** Serves a list: filters by date, sorts, and splits into pages. */
export function serviceOf<T>(rows: readonly Row<T>[], { order, bounds, pageSizes }: Behaviour): Service<T> {
  const requests: Service<T>['requests'] = [];
  const ranges = new Map<string, T[]>();
  const sorted = rows.toSorted((one, other) => one.at - other.at);
  if (order !== 'oldest-first') sorted.reverse();
  if (order === 'shuffled') sorted.sort((one, other) => hash(one) - hash(other));

  const inRange = (from: number, to: number) =>
    sorted
      .filter(({ at }) => (bounds === 'to' ? at > from : at >= from))
      .filter(({ at }) => (bounds === 'from' ? at < to : at <= to))
      .map(({ entry }) => entry);

  const fetchPage: FetchPage<T> = async ({ from, to }, cursor) => {
    requests.push({ from, to, cursor });
    const [page, offset, owner] = cursor === undefined ? [0, 0, from + to] : JSON.parse(cursor);
    if (owner !== from + to) throw new Error('cursor of another window');
    const matches = ranges.get(from + to) ?? inRange(Date.parse(from), Date.parse(to));
    ranges.set(from + to, matches);
    const end = offset + (pageSizes[page % pageSizes.length] ?? 1);
    // Copies, as from JSON: records have no identity.
    const items = structuredClone(matches.slice(offset, end));
    const next = end < matches.length ? JSON.stringify([page + 1, end, owner]) : null;
    return { items, next, readAt: new Date() };
  };
  return { fetchPage, requests, inRange };
}

export type PartialListing<T> = Partial<Omit<Listing<T>, 'saved'>> & { readonly resumeFrom?: unknown };

/** Creates a paginator; by default without a rate limit. */
export function paginatorOf<T>({
  resumeFrom,
  ...listing
}: Pick<Listing<T>, 'operation' | 'query' | 'fetchPage'> & PartialListing<T>): Paginator<T> {
  const { operation, outletRef } = listing;
  return new Paginator<T>({
    outletRef,
    saved: readPosition(resumeFrom, operation, outletRef),
    cursorParam: 'cursor',
    signal: undefined,
    concurrency: 'auto',
    requestsPerSecond: () => Number.POSITIVE_INFINITY,
    responseTime: () => undefined,
    ...listing,
  });
}

export async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of iterable) collected.push(item);
  return collected;
}

function hash(row: Row<unknown>): number {
  return createHash('sha1').update(JSON.stringify(row)).digest().readUInt32BE();
}
