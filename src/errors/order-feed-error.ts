import { brand, OutletError } from './outlet-error.js';

/** Why an order feed takes no event: as many orders are pending as `maxPending` allows, or it was closed. */
export type OrderFeedReason = 'full' | 'closed';

/** An event that an order feed did not take. Nothing was fetched for it. */
export class OrderFeedError extends OutletError {
  static {
    brand(this, 'OrderFeedError');
  }

  readonly reason: OrderFeedReason;
  /** How many orders may be pending. */
  readonly maxPending: number;

  constructor(reason: OrderFeedReason, maxPending: number) {
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
