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

/** What your books say that the outlet has taken on a business day. A day can have several rows, such as one for each correction. */
export interface BackendTaking {
  /** The business day as YYYY-MM-DD. */
  readonly day: string;
  /** The amount, such as 1250.5. The amounts of all rows of a day are added up. */
  readonly amount: number;
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
  /**
   * Posts what the outlet has taken on a business day: the payments of its complete orders. If the day was posted before, corrects it. The day
   * begins at midnight. List its orders, because most send no event. It may fail if the API fails. Default: none, so the suite skips the
   * scenarios about sales. It also needs `state.takings`.
   */
  readonly closeDay?:
    | Action<{
        /** A day of the past as YYYY-MM-DD. */
        readonly day: string;
        /** The time zone of the outlet, which is always `Europe/Berlin`. */
        readonly timeZone: string;
      }>
    | undefined;
}

/** What an accounting job knows. */
export interface AccountingState {
  /** Returns the bills in your books. */
  readonly bills: StateCall<BackendBill>;
  /** Returns what your books say that the outlet has taken. Required with `closeDay`. */
  readonly takings?: StateCall<BackendTaking> | undefined;
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
