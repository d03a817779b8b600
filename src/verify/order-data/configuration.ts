import type { OrdersState } from '../read-orders.js';
import type { Action, CommonActions, VerificationOptions } from '../settings.js';

/** What runs on a schedule in a backend for Order Data. */
export interface OrderDataActions extends CommonActions {
  /**
   * Runs the job that finds orders which your backend has missed, and resolves when the job has ended. It must find the orders that were
   * created between `from` and `to`: those of the last 31 days until now.
   */
  readonly runNightlyJob: Action<{
    /** 31 days ago (ISO 8601 in UTC). */
    readonly from: string;
    /** Now (ISO 8601 in UTC). */
    readonly to: string;
  }>;
  /** Copies past orders. Default: none, so the suite skips the scenario `months-of-history`. */
  readonly backfill?:
    | Action<{
        /** The start of the range, which ends now (ISO 8601 in UTC). */
        readonly from: string;
      }>
    | undefined;
}

/** A backend for Order Data. */
export interface OrderDataVerification extends VerificationOptions {
  /** What the backend does. */
  readonly useCase: 'order-data';
  /** What runs on a schedule. */
  readonly actions: OrderDataActions;
  /** What your backend knows. */
  readonly state: OrdersState;
}
