import type { TimestampInput } from '../../entities/field-types.js';
import type { goodsReceiptStatuses } from '../../entities/goods-receipt.js';
import type { GoodsReceipt } from '../../entities/index.js';
import type { CheckpointOptions } from '../checkpoints/checkpoint-options.js';
import type { PollCheckpoint, SyncRun } from '../checkpoints/checkpoint-store.js';

/** Details that the callbacks of a poll receive with each receipt. */
export interface PollInfo {
  /** When the request for the receipt was sent, on the clock of this machine. For `onNotFound`: when the run started. */
  readonly readAt: Date;
  /** The position after this receipt. With `checkpoints: 'manual'`, save both in one transaction. */
  readonly checkpoint: PollCheckpoint;
  /** This run, for `with(client).save` of a checkpoint store from `outlet-open-api/postgres`. */
  readonly run: SyncRun;
}

/** Details that `onChanged` receives with each receipt. */
export type GoodsReceiptChange = PollInfo &
  (
    | {
        /** The receipt was not delivered before. */
        readonly change: 'new';
        /** The receipt as last seen but not delivered, such as its draft; `undefined` if it was not seen before. */
        readonly previous: GoodsReceipt | undefined;
      }
    | {
        /** The receipt was delivered before. Its content has changed, or it is listed again after `onNotFound` got it. */
        readonly change: 'changed';
        /** The whole receipt as last seen. */
        readonly previous: GoodsReceipt;
      }
  );

/** The result of a poll. */
export interface PollReport {
  /** Start of the range of `created` that the poll listed: ISO 8601 in UTC. */
  readonly from: string;
  /** End of this range: ISO 8601 in UTC. */
  readonly to: string;
  /** How many receipts the list returned. */
  readonly receipts: number;
  /** How many receipts were delivered for the first time. */
  readonly new: number;
  /** How many receipts were delivered because they changed. */
  readonly changed: number;
  /** How many receipts were reported as no longer listed. */
  readonly notFound: number;
  /** Ids of receipts that are no longer watched after `maxLookbackDays`, but are pending or changed within `trailingDays`. */
  readonly leftBehind: readonly string[];
  /** The last checkpoint. With `checkpoints: 'manual'`, save it even if nothing changed: the next poll's range depends on it. */
  readonly checkpoint: PollCheckpoint;
}

/** Options of `pollGoodsReceipts`. */
export interface PollOptions extends CheckpointOptions {
  /** Called with each receipt that is new or has changed, oldest first, and awaited. If it throws, the run ends with its error. */
  onChanged: (receipt: GoodsReceipt, change: GoodsReceiptChange) => unknown;
  /**
   * Called with a receipt, as last seen, after two successful runs in a row did not list it. This includes drafts that were never
   * delivered. If it throws, the run ends with its error, and the next run calls it again. Default: calls `onWarning`.
   */
  onNotFound?: ((receipt: GoodsReceipt, info: PollInfo) => unknown) | undefined;
  /** Start of the first run: a `Date`, or an RFC 3339 string with a time zone. Default: `trailingDays` ago. */
  since?: TimestampInput | undefined;
  /**
   * How many days a receipt is watched after the poll last saw it change: over 0, at most 10,000. If you raise it, receipts that
   * the poll has forgotten are delivered as `new`. Default: 7.
   */
  trailingDays?: number | undefined;
  /**
   * How many days after its creation a receipt can be watched, even if it is still `draft` or `partiallyReceived`: over 0, at most
   * 10,000. The poll warns when it stops watching such a receipt. Default: 90.
   */
  maxLookbackDays?: number | undefined;
  /** The statuses with which a receipt is first delivered. After that, every change is delivered. Default: all except `draft`. */
  statuses?: readonly (typeof goodsReceiptStatuses)[number][] | undefined;
  /** Called with warnings for people. Errors that it throws are ignored. Default: `console.warn`. */
  onWarning?: ((message: string) => unknown) | undefined;
}
