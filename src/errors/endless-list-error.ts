import { brand, OutletError } from './outlet-error.js';

/**
 * The pages of a list repeat or stay empty, so the list would never end.
 *
 * All records that the list delivered before are valid.
 * - What to do: Check the client option `cursorParam`, as the message says; `npx outlet-open-api learn` finds its value.
 */
export class EndlessListError extends OutletError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'EndlessListError');

  /** The resource and method of the client, such as `orders.list`. */
  readonly operation: string;
  /** The slice of the range that the page belongs to: ISO 8601 in UTC. `undefined` if the list has no range. */
  readonly slice:
    | {
        /** The start of the slice. */
        readonly from: string;
        /** The end of the slice. */
        readonly to: string;
      }
    | undefined;

  /**
   * @internal
   * @param repeated - what came again: the records of a page, only a cursor, or no records
   */
  constructor(
    repeated: 'page' | 'cursor' | 'empty',
    operation: string,
    slice: { readonly from: string; readonly to: string } | undefined,
    cursorParam: string,
  ) {
    const list = slice ? `${operation} from ${slice.from} to ${slice.to}` : operation;
    super(`${list} ${messages[repeated](cursorParam)}`);
    this.operation = operation;
    this.slice = slice;
  }
}

const messages = {
  page: (cursorParam: string) =>
    `returned the same page again, so it would never end. The API seems to ignore the query parameter ${JSON.stringify(cursorParam)}. ` +
    'Set the client option cursorParam to the name that the API uses: `npx outlet-open-api learn` tries the usual ones.',
  cursor: (cursorParam: string) =>
    'returned the same cursor again with other records, so it would never end. The client needs a new cursor on each page. ' +
    `Check that the API accepts the query parameter ${JSON.stringify(cursorParam)} (client option cursorParam), then resume from the last position.`,
  empty: (cursorParam: string) =>
    'returned 1,000 pages in a row without records, each with a next cursor, so it may never end. ' +
    `Check that the API accepts the query parameter ${JSON.stringify(cursorParam)} (client option cursorParam). If it does, list a shorter range. ` +
    'The client does not support an API whose last page also has a next cursor.',
};
