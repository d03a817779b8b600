import { brand, OutletError } from './outlet-error.js';

/**
 * The API returned a `next` cursor that it had already returned in the same window, so the list would never end. The records
 * delivered before are valid.
 */
export class RepeatedCursorError extends OutletError {
  static {
    brand(this, 'RepeatedCursorError');
  }

  /** Resource and method of the client: `orders.list`. */
  readonly operation: string;
  /** The window of the page: ISO 8601 in UTC. */
  readonly window: { readonly from: string; readonly to: string };

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
