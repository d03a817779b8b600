import type { OutletClient } from '../../client/client.js';
import type { Order } from '../../entities/index.js';
import type { WebhookEvent } from '../../webhooks/parse/events.js';
import type { CheckpointOptions } from '../checkpoints/checkpoint-options.js';
import type { OrderFeedOutcome } from '../order-feed/create-order-feed.js';
import type { OrderFeedContext, OrderQueueOptions } from '../order-feed/options.js';
import type { BackfillOptions, BackfillReport } from '../orders/backfill-options.js';
import type { OrderStore } from './order-store.js';
import type { OrderCopyReport } from './reconcile-copy.js';
import type { OrderChange } from './write-order.js';

/** Options of an order copy. Those about events are the same as those of an order feed. */
export interface OrderCopyOptions<Tx> extends OrderQueueOptions {
  /** The store of the orders. All processes that write the same orders use the same database. */
  readonly store: OrderStore<Tx>;
  /**
   * Handles a change of an order, in the transaction that writes it, with its row locked. If it throws, nothing is written, and the
   * change is delivered again: by the retry of the event, or by the next run. Write with `tx`, and call nothing outside the database,
   * because the transaction can still fail. A backfill calls it for each past order. Default: does nothing.
   */
  readonly onChange?: ((tx: Tx, change: OrderChange) => unknown) | undefined;
}

/** Options of every run of a copy. */
export interface CopyRunOptions extends Pick<CheckpointOptions, 'leaseDuration' | 'signal'> {
  /** Your ID of the outlet: the one that webhooks have in their context. */
  readonly outletRef: string;
}

/** Options of `backfill` of a copy. */
export interface BackfillCopyOptions
  extends CopyRunOptions,
    Pick<BackfillOptions, 'from' | 'to' | 'onProgress'> {}

/** Options of `reconcile` of a copy. */
export interface ReconcileCopyOptions extends CopyRunOptions {
  /**
   * How many days to list: a whole number from 1 up. Choose how long after its creation an order can end or change, because a missed
   * order that is older stays missed. With 300 orders a day, 31 days are 372 pages, which take 75 s of the rate limit. Default: 31.
   */
  readonly days?: number | undefined;
}

/**
 * A copy of all orders: `createWebhookHandler({ verify, resolve, consumers: [copy] })`. You can pass its functions without their object.
 */
export interface OrderCopy {
  /**
   * Reads the order of an event, and writes it. Settles when the change is committed. `resolve` of the webhook handler has to return
   * `outlet`, `keyRef` and `outletRef`, as a pool does.
   * @throws the same errors as `receive` of an order feed, and those of the store and `onChange`
   */
  readonly receive: (
    event: WebhookEvent,
    context: Partial<OrderFeedContext> & { readonly signal?: AbortSignal },
  ) => Promise<OrderFeedOutcome>;
  /**
   * Reads an order without an event, and writes it, for example in a job of your queue.
   * @param context - the API key of the order, such as `await outlets.context(keyRef)`
   * @throws the same errors as `receive`
   */
  readonly refresh: (orderId: string, context: OrderFeedContext) => Promise<OrderFeedOutcome>;
  /**
   * Writes all past orders of a range. A page and its checkpoint are written in one transaction. If a run ends early, the same call
   * resumes it. API specification: Endpoints › `GET /orders`.
   * @throws the same errors as `backfillOrders`, and those of the store and `onChange`
   */
  readonly backfill: (outlet: OutletClient, options: BackfillCopyOptions) => Promise<BackfillReport>;
  /**
   * Lists the orders of the last days and those since the last complete run. Adds those that the copy lacks, and reads each one that
   * differs or has left the list. Run it every night. If an order cannot be written, the run continues and rejects at its end. It is
   * then not complete, so the next run also covers everything since the last complete run.
   * API specification: Flows › Order Data, steps 3 and 4.
   * @throws {@link RequestValidationError} if an option is invalid
   * @throws {@link LeaseError} if another run of the outlet is active or takes over
   * @throws an `OutletError` if some orders could not be written, with the first error as its `cause`
   * @throws any error of the store, or of a request for a page
   */
  readonly reconcile: (outlet: OutletClient, options: ReconcileCopyOptions) => Promise<OrderCopyReport>;
  /** Returns an order of the copy. `undefined` if the copy does not have it. @throws the error of the store */
  readonly get: (outletRef: string, orderId: string) => Promise<Order | undefined>;
  /** Rejects new events, and resolves when no order is pending. Abort the signal of a backfill or reconciliation to end it. */
  readonly close: () => Promise<void>;
  /** Calls `close` at the end of a block: `await using copy = createOrderCopy({ store })`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}
