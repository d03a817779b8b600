import type { GoodsReceipt } from '../../entities/index.js';
import { RequestValidationError } from '../../errors/request-validation-error.js';
import { formatInstant, parseInstant } from '../../instants.js';
import { isRecord } from '../../records.js';
import type { SyncCheckpoint } from '../checkpoints/checkpoint-store.js';
import { keyOf, receiptIn, SeenReceipts, seeReceipt } from './seen-receipts.js';

type PollCheckpoint = SyncCheckpoint & {
  readonly kind: 'goods-receipts-poll';
  readonly since: string | null;
  readonly begun: string | null;
  readonly reached: string | null;
  readonly through: string | null;
  readonly seen: readonly {
    readonly receipt: GoodsReceipt;
    readonly created: string;
    readonly isDated: boolean;
    readonly isHandedOver: boolean;
  }[];
};

/** What polls remember from one to the next. All times are milliseconds since the epoch. */
export class PollState {
  /** Where the first run was to begin: nothing older is ever handed over. */
  since: number | undefined;
  /** Where the first run began, until one has succeeded. */
  begun: number | undefined;
  /** Up to where the first run has looked at all, until one has succeeded. */
  reached: number | undefined;
  /** The end of the last run that succeeded. */
  through: number | undefined;
  readonly seen = new SeenReceipts();

  get checkpoint(): SyncCheckpoint {
    const checkpoint: PollCheckpoint = {
      version: 1,
      kind: 'goods-receipts-poll',
      since: textOf(this.since),
      begun: textOf(this.begun),
      reached: textOf(this.reached),
      through: textOf(this.through),
      seen: this.seen.all().map((seen) => ({
        receipt: receiptIn(seen),
        created: formatInstant(seen.created),
        isDated: seen.isDated,
        isHandedOver: seen.isHandedOver,
      })),
    };
    return checkpoint;
  }
}

/**
 * Reads what an earlier run left.
 *
 * @param since - where to begin where it left nothing; `undefined` where any receipt will do
 * @param path - where the value came from: `checkpoints`, or `resumeFrom`
 * @throws RequestValidationError for what is no checkpoint of a poll
 */
export function readPollState(
  left: unknown,
  since: number | undefined,
  what: string,
  path: string,
): PollState {
  if (left === undefined || left === null) return Object.assign(new PollState(), { since });
  const memory = memoryIn(left);
  if (memory) return memory;
  const message = 'holds no checkpoint of this version for a poll of goods receipts';
  throw new RequestValidationError(what, [{ path, message }]);
}

function memoryIn(left: unknown): PollState | undefined {
  if (!isRecord(left) || left.version !== 1 || left.kind !== 'goods-receipts-poll') return undefined;
  const memory = new PollState();
  for (const time of ['since', 'begun', 'reached', 'through'] as const) {
    if (left[time] === null) continue;
    memory[time] = parseInstant(left[time]);
    if (memory[time] === undefined) return undefined;
  }
  if (!Array.isArray(left.seen)) return undefined;
  for (const entry of left.seen) {
    const { receipt, created: text, isDated, isHandedOver } = isRecord(entry) ? entry : {};
    const created = parseInstant(text);
    if (!isReceipt(receipt) || created === undefined) return undefined;
    if (typeof isDated !== 'boolean' || typeof isHandedOver !== 'boolean') return undefined;
    memory.seen.set(keyOf(receipt), seeReceipt(receipt, { created, isDated, isHandedOver, isMet: false }));
  }
  return memory;
}

function textOf(instant: number | undefined): string | null {
  return instant === undefined ? null : formatInstant(instant);
}

function isReceipt(value: unknown): value is GoodsReceipt {
  return isRecord(value);
}
