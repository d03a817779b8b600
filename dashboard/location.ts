import { signal } from '@preact/signals';

/** The ID of the outlet that the page shows: `/dashboard/?outlet=cafe`. Without it, the page shows the first outlet. */
export const shownOutlet = new URLSearchParams(location.search).get('outlet') ?? 'default';

/** The current view and its entry: `#/orders/o-1?search=anna` is the ID `o-1` in the view `orders`. */
export interface Location {
  readonly view: string;
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

/** The URL of each list as the reader left it. */
const lists = new Map<string, string>();

function read(): Location {
  const { pathname, searchParams } = new URL(location.hash.slice(1), 'http://hash');
  const [view = '', id] = pathname.split('/').slice(1).map(decoded);
  if (!id) lists.set(view, location.hash);
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

/** Returns the filters without the number of rows. */
export function currentFilters(): Readonly<Record<string, string | undefined>> {
  const { limit: _, ...filters } = currentQuery();
  return filters;
}

/** Changes filters of the current view. An empty value removes a filter. The history gets no entry, so that Back leaves the view. */
export function changeQuery(changes: Readonly<Record<string, string>>): void {
  const { view, id, query } = currentLocation.peek();
  const filters = Object.entries({ ...Object.fromEntries(query), ...changes });
  const kept = Object.fromEntries(filters.filter(([, value]) => value !== ''));
  history.replaceState(history.state, '', linkTo(view, id, kept));
  currentLocation.value = read();
}

/** Returns the link from an entity to its list, with the filters that the list had. */
export function linkToList(view: string): string {
  return lists.get(view) ?? linkTo(view);
}

/** Returns the filters that a list had when the reader left it. */
export function filtersOfList(view: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URL(linkToList(view).slice(1), 'http://hash').searchParams);
}

/** Returns the link to a view, or to an entity in it. */
export function linkTo(view: string, id?: string, query?: Record<string, string>): string {
  const path = id === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(id)}`;
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}
