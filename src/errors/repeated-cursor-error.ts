import { brand, OutletError } from './outlet-error.js';

/**
 * The API returned the same cursor twice, so the list would never end.
 *
 * All records that the list delivered before are valid.
 * - What to do: Resume from the last checkpoint; if the error repeats, list a shorter range.
 */
export class RepeatedCursorError extends OutletError {
  /** @internal */ static override readonly brand = brand(this, 'RepeatedCursorError');

  /** The resource and method of the client, such as `orders.list`. */
  readonly operation: string;
  /** The part of the range that the page belongs to: ISO 8601 in UTC. */
  readonly window: {
    /** The start of the window. */
    readonly from: string;
    /** The end of the window. */
    readonly to: string;
  };

  /** @internal */
  constructor(operation: string, window: { readonly from: string; readonly to: string }) {
    super(
      `${operation} from ${window.from} to ${window.to} returned the same cursor twice, so it would never end. ` +
        'Resume from the last checkpoint. If the error repeats, list a shorter range.',
    );
    this.operation = operation;
    this.window = window;
  }
}
