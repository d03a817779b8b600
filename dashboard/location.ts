import { signal } from '@preact/signals';

/** The ID of the outlet that the page shows: `/dashboard/?outlet=cafe`. Without it, the page shows the first outlet. */
export const shownOutlet = new URLSearchParams(location.search).get('outlet') ?? 'default';

/** The current view and its entry: `#/orders/o-1?search=anna` is the ID `o-1` in the view `orders`. */
export interface Location {
  readonly view: string;
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

function read(): Location {
  const { pathname, searchParams } = new URL(location.hash.slice(1), 'http://hash');
  const [view = '', id] = pathname.split('/').slice(1).map(decoded);
  return { view: view || 'overview', id: id || undefined, query: searchParams };
}

/** A link that somebody typed can have a malformed escape. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The current location. A component that reads it renders again after navigation. */
export const currentLocation = signal(read());

addEventListener('hashchange', () => {
  currentLocation.value = read();
});

/** Returns the filters of the current view, which are in its URL. A component that reads them renders again when they change. */
export function currentQuery(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(currentLocation.value.query);
}

/** Returns the filters of the current list without the number of rows. */
export function currentFilters(): Readonly<Record<string, string | undefined>> {
  const { limit: _limit, with: _compared, ...filters } = currentQuery();
  return filters;
}

/** Changes filters of the current view. An empty value removes a filter. The history gets no entry, so that Back leaves the view. */
export function changeQuery(changes: Readonly<Record<string, string>>): void {
  const { view, id, query } = currentLocation.peek();
  const filters = { ...Object.fromEntries(query), ...changes };
  history.replaceState(history.state, '', hashOf(view, id, filters));
  currentLocation.value = read();
}

/** Returns the link from an entity to the list of its view, with the filters of the list. */
export function linkToList(): string {
  return hashOf(currentLocation.value.view, undefined, listQuery());
}

/** Returns the link to a view, or to an entity in it. The URL of an entity of the current view keeps the filters of the list. */
export function linkTo(view: string, id?: string): string {
  const isInList = id !== undefined && view === currentLocation.value.view;
  return hashOf(view, id, isInList ? listQuery() : {});
}

function listQuery(): Readonly<Record<string, string>> {
  const { with: _compared, ...query } = Object.fromEntries(currentLocation.value.query);
  return query;
}

function hashOf(view: string, id: string | undefined, query: Readonly<Record<string, string>>): string {
  const path = id === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(id)}`;
  const kept = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(kept).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Returns the `aria-current` of a link to entries of a list, one of which the page can show beside the list. */
export function currentMark(view: string, number: number, oldest = number): true | undefined {
  const { view: shownView, id } = currentLocation.value;
  return (shownView === view && Number(id) >= oldest && Number(id) <= number) || undefined;
}
