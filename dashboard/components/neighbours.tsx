import { linkTo, linkToList } from '../location.js';

interface NeighboursProps {
  /** The view of the list, such as `requests`. */
  view: string;
  /** The text of the link to the list. */
  all: string;
  /** The entries of the list, newest first. */
  rows: readonly { readonly number: number }[] | undefined;
  current: number;
}

/** Links from an entry to its list, and to the entries before and after it in the list. */
export function Neighbours({ view, all, rows = [], current }: NeighboursProps) {
  const older = rows.find(({ number }) => number < current);
  const newer = rows.findLast(({ number }) => number > current);
  return (
    <span class="row">
      <a href={linkToList()}>{all}</a>
      {newer && (
        <a rel="prev" href={linkTo(view, String(newer.number))}>
          Newer
        </a>
      )}
      {older && (
        <a rel="next" href={linkTo(view, String(older.number))}>
          Older
        </a>
      )}
    </span>
  );
}
