import type { TimestampInput } from '../../entities/field-types.js';
import type { GoodsReceipt, GoodsReceiptListParams, GoodsReceiptStatus } from '../../entities/index.js';
import type { Page } from '../../lists/pages.js';
import type { ListOptions } from '../../transport/call-options.js';
import type { CheckpointOptions } from '../checkpoints/checkpoint-options.js';
import type { PollCheckpoint } from '../checkpoints/checkpoint-store.js';

/** The part of a client that a poll uses. */
export interface PollClient {
  readonly goodsReceipts: {
    list(
      query: GoodsReceiptListParams,
      options?: ListOptions,
    ): { pages(): AsyncIterable<Page<GoodsReceipt>> };
  };
}

/** What comes with a goods receipt that is handed over. */
export type GoodsReceiptChange = GoodsReceiptNews & {
  /**
   * Covers everything up to and including this receipt. With `checkpoints: 'manual'`, keep it in the transaction that writes the
   * receipt, and hand it back as `resumeFrom`. It is made when it is looked at,
   * which takes the longer the more receipts are still watched.
   */
  readonly checkpoint: PollCheckpoint;
};

/** Whether a goods receipt was handed over before. */
export type GoodsReceiptNews =
  | {
      /** It was not handed over before, as far as is remembered. */
      readonly change: 'new';
      /** The receipt as it was last seen and not handed over, such as the draft of it; `undefined` where it was not. */
      readonly previous: GoodsReceipt | undefined;
    }
  | {
      /** It was handed over before, with other content. */
      readonly change: 'changed';
      /** The whole receipt as it was last seen. */
      readonly previous: GoodsReceipt;
    };

/** What a poll has done. */
export interface PollReport {
  /** The window of `created` that was looked at: ISO 8601 in UTC. */
  readonly from: string;
  readonly to: string;
  /** Receipts that were looked at. */
  readonly receipts: number;
  readonly new: number;
  readonly changed: number;
  /** Ids of receipts that are `draft` or `partiallyReceived` still and watched no more, as they are older than `maxLookbackDays`. */
  readonly leftBehind: readonly string[];
  /** With `checkpoints: 'manual'`, keep it: the next poll's window follows from it, also where nothing changed. */
  readonly checkpoint: PollCheckpoint;
}

/** How to poll. */
export interface PollOptions extends CheckpointOptions {
  /** Gets each receipt that is new or has changed, oldest first, and is awaited. What it throws ends the run. */
  onChanged: (receipt: GoodsReceipt, change: GoodsReceiptChange) => unknown;
  /** Where the first run begins: a `Date`, or RFC 3339 text with its offset. Default: `trailingDays` ago. */
  since?: TimestampInput | undefined;
  /**
   * Receipts that were created in so many days before the end of the last run are looked at again: over 0. Older ones are forgotten, so
   * that with a larger number than before some come as `new` again. Default: 7.
   */
  trailingDays?: number | undefined;
  /**
   * A receipt that is `draft` or `partiallyReceived` is watched until it is completed or cancelled, for so many days from its
   * creation: over 0. Default: 90.
   */
  maxLookbackDays?: number | undefined;
  /** Which receipts are handed over; all four are watched. Default: all but `draft`. Only a `completed` one is a bill. */
  statuses?: readonly GoodsReceiptStatus[] | undefined;
  /** Told what somebody should look at. What it throws disturbs nothing. Default: `console.warn`. */
  onWarning?: ((message: string) => unknown) | undefined;
}
