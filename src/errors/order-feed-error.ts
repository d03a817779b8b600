import { brand, OutletError } from './outlet-error.js';

/** An order feed did not accept an event. Nothing was fetched for it. */
export class OrderFeedError extends OutletError {
  static {
    brand(this, 'OrderFeedError');
  }

  /** `full`: as many orders are pending as `maxPending` allows. `closed`: the feed was closed. */
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
      `The order feed did not take the event: ${why[reason]}. ` +
        'Do not acknowledge the delivery, and the service makes it again; reconcile where you have acknowledged it.',
    );
    this.reason = reason;
    this.maxPending = maxPending;
  }
}
