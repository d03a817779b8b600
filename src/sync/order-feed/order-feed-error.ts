import { brand, OutletError } from '../../errors/outlet-error.js';

/**
 * An order feed rejected an event, because it was full or closed.
 * - What to do: Do not acknowledge the delivery, so that the API delivers it again; otherwise, call `refresh()`.
 */
export class OrderFeedError extends OutletError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'OrderFeedError');

  /** Why the feed rejected the event: `full` if `maxPending` orders are pending, `closed` if the feed was closed. */
  readonly reason: 'full' | 'closed';
  /** How many orders can be pending. */
  readonly maxPending: number;

  /** @internal */
  constructor(reason: OrderFeedError['reason'], maxPending: number) {
    const why = {
      full: `${maxPending} orders are pending, as many as maxPending allows`,
      closed: 'it was closed',
    };
    super(
      `The order feed rejected the event: ${why[reason]}. ` +
        'Do not acknowledge the delivery, so that the API delivers it again. ' +
        'If you have already acknowledged it, call refresh().',
    );
    this.reason = reason;
    this.maxPending = maxPending;
  }
}
