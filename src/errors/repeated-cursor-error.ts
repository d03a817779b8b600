import { brand } from './brand.js';
import { OutletError } from './outlet-error.js';

/**
 * The service gave a `next` cursor that it had given before in the same window: to follow it would never end. What was
 * handed out until then is right.
 */
export class RepeatedCursorError extends OutletError {
  static {
    brand(this, 'RepeatedCursorError');
  }

  /** Resource and method of the client: `orders.list`. */
  readonly operation: string;
  /** Where the walk stood: ISO 8601 in UTC. */
  readonly window: { readonly from: string; readonly to: string };

  constructor(operation: string, window: { readonly from: string; readonly to: string }) {
    super(
      `${operation} from ${window.from} to ${window.to} was answered with a cursor that had come before, and would not end. ` +
        'Resume from the last checkpoint; where it comes again, walk a shorter range.',
    );
    this.operation = operation;
    this.window = window;
  }
}
