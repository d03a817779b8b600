import { isText } from '../../checks.js';
import type { GoodsReceipt } from '../../entities/index.js';
import { parseInstant } from '../../instants.js';
import { hashOf, isRecord } from '../../records.js';
import type { NotFoundReceipt } from './poll-options.js';

/** What a poll remembers of a receipt. Times are milliseconds since the epoch. */
export interface SeenReceipt {
  readonly receipt: NotFoundReceipt;
  /** Equal for equal content. */
  readonly hash: string;
  /** The earliest and the latest time at which the receipt can have been created. Both are `created` if that is valid. */
  readonly createdFrom: number;
  readonly createdTo: number;
  /** When a run last saw the receipt change. */
  readonly changed: number;
  readonly hasChanged: boolean;
  /** Whether the receipt is a draft or partially received. */
  readonly isPending: boolean;
  readonly isDelivered: boolean;
  /** The start of the first of the complete runs in a row that should have listed the receipt but did not. */
  readonly missedSince: number | null;
  readonly isNotFound: boolean;
}

/** A receipt as just listed, before it is compared with what the poll remembers. */
export type ListedReceipt = Pick<SeenReceipt, 'receipt' | 'hash' | 'createdFrom' | 'createdTo' | 'isPending'>;

/** @param slice - the range of `created` whose list has the receipt */
export async function listedReceipt(
  receipt: GoodsReceipt,
  slice: { readonly from: number; readonly to: number },
): Promise<ListedReceipt> {
  const { id, goodsReceiptNumber, deliveryDate, created } = receipt;
  const instant = parseInstant(created);
  // A creation time outside the slice that lists the receipt is wrong.
  const isDated = instant !== undefined && slice.from <= instant && instant <= slice.to;
  return {
    receipt: { id, goodsReceiptNumber, deliveryDate, created },
    hash: await hashOf(receipt),
    createdFrom: isDated ? instant : slice.from,
    createdTo: isDated ? instant : slice.to,
    isPending: receipt.status === 'draft' || receipt.status === 'partiallyReceived',
  };
}

/** Identifies a receipt by its id, or by its content if the service leaves the id out. */
export function keyOf({ receipt, hash }: ListedReceipt): string {
  const { id }: { readonly id: unknown } = receipt;
  return isText(id) ? id : hash;
}

export function isSeenReceipt(entry: unknown): entry is SeenReceipt {
  if (!isRecord(entry)) return false;
  const { receipt, hash, createdFrom, createdTo, changed, missedSince } = entry;
  return (
    isRecord(receipt) &&
    isText(hash) &&
    [createdFrom, createdTo, changed, missedSince ?? changed].every(isTime)
  );
}

export function isTime(value: unknown): value is number {
  return typeof value === 'number' && parseInstant(new Date(value)) !== undefined;
}
