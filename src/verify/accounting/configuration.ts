import type { Action, CommonActions, JobOptions, StateCall } from '../settings.js';

/** A supplier bill as your books have it. */
export interface BackendBill {
  /** The ID of its goods receipt. */
  readonly id: string;
  /** The amount to pay, such as 182.08, with tax and shipping. Only that of a posted bill matters. */
  readonly total?: number | undefined;
  /** The tax that it contains, such as 13.03. Only that of a posted bill matters. */
  readonly tax?: number | undefined;
  /** `posted` while the bill counts. Any other text does not count, such as `voided` or `held`, and neither does a missing bill. */
  readonly status: string;
}

/** What runs on a schedule in an accounting job. */
export interface AccountingActions extends CommonActions {
  /**
   * Runs the job that polls goods receipts, and resolves when the job has ended. It must cover the receipts that were created between `from`
   * and `to`: those of the last 7 days until now. It may fail if the API fails.
   */
  readonly poll: Action<{
    /** 7 days ago (ISO 8601 in UTC). */
    readonly from: string;
    /** Now (ISO 8601 in UTC). */
    readonly to: string;
  }>;
  /** Posts the bills of past goods receipts. Default: none, so the suite skips the scenario `over-31-days`. */
  readonly backfill?:
    | Action<{
        /** The start of the range, which ends now (ISO 8601 in UTC). */
        readonly from: string;
      }>
    | undefined;
}

/** What an accounting job knows. */
export interface AccountingState {
  /** Returns the bills in your books. */
  readonly bills: StateCall<BackendBill>;
}

/** An accounting job: a command that a scheduler starts, or a server. */
export interface AccountingVerification extends JobOptions {
  /** What the backend does. */
  readonly useCase: 'accounting';
  /** What runs on a schedule. */
  readonly actions: AccountingActions;
  /** What your books contain. */
  readonly state: AccountingState;
}
