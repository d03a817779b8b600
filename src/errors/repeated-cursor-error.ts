import { brand, OutletError } from './outlet-error.js';

/**
 * The API returned the same cursor twice, so the list would never end.
 *
 * All records that the list delivered before are valid.
 * - What to do: Resume from the last position; if the error repeats, list a shorter range.
 */
export class RepeatedCursorError extends OutletError {
  /** @internal */ static override readonly brand = brand(this, 'RepeatedCursorError');

  /** The resource and method of the client, such as `orders.list`. */
  readonly operation: string;
  /** The slice of the range that the page belongs to: ISO 8601 in UTC. */
  readonly slice: {
    /** The start of the slice. */
    readonly from: string;
    /** The end of the slice. */
    readonly to: string;
  };

  /** @internal */
  constructor(operation: string, slice: { readonly from: string; readonly to: string }) {
    super(
      `${operation} from ${slice.from} to ${slice.to} returned the same cursor twice, so it would never end. ` +
        'Resume from the last position. If the error repeats, list a shorter range.',
    );
    this.operation = operation;
    this.slice = slice;
  }
}
