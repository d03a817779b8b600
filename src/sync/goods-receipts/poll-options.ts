import type { TimestampInput } from '../../entities/field-types.js';
import type { GoodsReceipt } from '../../entities/index.js';
import type { CheckpointOptions } from '../checkpoints/checkpoint-options.js';

/** Details that the callbacks of a poll receive with each receipt. */
export interface PollInfo {
  /**
   * The time before the receipt was requested: the start of the run if you pass `now`, and otherwise when its page was requested. For
   * `onNotFound`, it is the start of the run. Do not overwrite a receipt that was read later.
   */
  readonly readAt: Date;
}

/** Details that `onChanged` receives with each receipt. */
export interface GoodsReceiptChange extends PollInfo {
  /** `changed` if the receipt was delivered before. It has changed, or is listed again after `onNotFound` got it. */
  readonly change: 'new' | 'changed';
}

/** Details that `onError` receives with each receipt. */
export interface GoodsReceiptFailure extends PollInfo {
  /** How many deliveries of the receipt in a row have failed, this one and those of earlier runs included. */
  readonly failures: number;
}

/** What a poll remembers of a receipt for `onNotFound`. */
export type NotFoundReceipt = Pick<GoodsReceipt, 'id' | 'goodsReceiptNumber' | 'deliveryDate' | 'created'>;

/** The result of a poll. */
export interface PollReport {
  /** Start of the range of `created` that the poll listed: ISO 8601 in UTC. */
  readonly from: string;
  /** End of this range: ISO 8601 in UTC. */
  readonly to: string;
  /** How many receipts the list returned. */
  readonly records: number;
  /** How many receipts were delivered for the first time. */
  readonly new: number;
  /** How many receipts were delivered because they changed. */
  readonly changed: number;
  /** Ids of receipts whose handling failed although `onError` let the run continue. The next run delivers them again. */
  readonly failed: readonly string[];
  /** Ids of receipts that were reported as no longer listed. */
  readonly notFound: readonly string[];
  /** Ids of receipts that are too old to be watched, but are pending or changed within `trailingDays`. */
  readonly noLongerWatched: readonly string[];
}

/** Options of `pollGoodsReceipts`. */
export interface PollOptions extends CheckpointOptions {
  /**
   * Called with each receipt that is new or has changed, except drafts, oldest first, and awaited. If it throws, `onError` decides. It
   * can get a receipt twice, so book differences by `id`.
   */
  readonly onChanged: (receipt: GoodsReceipt, change: GoodsReceiptChange) => unknown;
  /**
   * Returns whether the run can continue after `onChanged` threw. `true` delivers the receipt a second time, because one dropped
   * connection says little about it, and then the others even if this fails as well. Anything else ends the run with the error, as when
   * the accounting system is down.
   *
   * In both cases, each further run delivers the receipt until it is handled, changed or not, however old it is, or until `onNotFound`
   * gets it. Such a run lists all receipts since. A bill that you cannot post yet is no error: store it for a person, and return.
   * Default: ends the run.
   * @example
   * ```ts
   * onError: async (error, { goodsReceiptNumber }) => {
   *   console.error(`Not posted: ${goodsReceiptNumber}`, error);
   *   return ledger.isUp();
   * },
   * ```
   */
  readonly onError?:
    | ((error: unknown, receipt: GoodsReceipt, failure: GoodsReceiptFailure) => boolean | Promise<boolean>)
    | undefined;
  /**
   * Called with a delivered receipt that complete runs in a row did not list for `notFoundAfter`. Ask a person before you void its
   * bill: a fault of the service can hide receipts that exist. If it throws, the run ends with its error, and the next run calls it
   * again. Default: calls `onWarning`.
   */
  readonly onNotFound?: ((receipt: NotFoundReceipt, info: PollInfo) => unknown) | undefined;
  /**
   * Milliseconds from the first run that did not list a receipt to a run that can report it to `onNotFound`: over 0. At least two
   * runs must not list it. Default: 3,600,000 (an hour).
   */
  readonly notFoundAfter?: number | undefined;
  /** Start of the first run: a `Date`, or an RFC 3339 string with a time zone. Default: `trailingDays` ago. */
  readonly from?: TimestampInput | undefined;
  /**
   * How many days a receipt is watched after the poll last saw it change: over 0, at most 10,000. If you raise it, receipts that
   * the poll has forgotten are delivered as `new`. Default: 7.
   */
  readonly trailingDays?: number | undefined;
  /**
   * How many days after its creation a receipt can be watched, even if it is still `draft` or `partiallyReceived`: over 0, at most
   * 10,000. The poll warns when it stops watching such a receipt. Default: 90.
   */
  readonly maxLookbackDays?: number | undefined;
  /**
   * The API's own ID of the outlet. If the key belongs to another outlet, the API then responds with 403, and the run rejects.
   * API specification: Authentication, rule 8.
   */
  readonly outletId?: string | undefined;
  /** Called with warnings for people. Errors that it throws are ignored. Default: warnings of `logger`. */
  readonly onWarning?: ((message: string) => unknown) | undefined;
}
