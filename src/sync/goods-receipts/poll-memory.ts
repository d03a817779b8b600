import type { GoodsReceipt } from '../../entities/index.js';
import { InvalidRequestError } from '../../errors/invalid-request-error.js';
import { readGiven } from '../../errors/read-given.js';
import { formatInstant, parseInstant } from '../../instants.js';
import { isRecord } from '../../records.js';
import type { SyncCheckpoint } from '../checkpoints/checkpoint-store.js';
import { keyOf, receiptIn, SeenReceipts, seeReceipt } from './seen-receipts.js';

type PollCheckpoint = SyncCheckpoint & {
  readonly kind: 'goods-receipts';
  readonly since: string | null;
  readonly through: string | null;
  readonly seen: readonly {
    readonly receipt: GoodsReceipt;
    readonly created: string;
    readonly isHandedOver: boolean;
  }[];
};

/** What polls remember from one to the next. All times are milliseconds since the epoch. */
export class PollMemory {
  /** Where the first run was to begin: nothing older is ever handed over. */
  readonly since: number | undefined;
  /** All that was created up to here was looked at. */
  through: number | undefined;
  readonly seen = new SeenReceipts();

  constructor(since: number | undefined) {
    this.since = since;
  }

  get checkpoint(): SyncCheckpoint {
    const checkpoint: PollCheckpoint = {
      version: 1,
      kind: 'goods-receipts',
      since: textOf(this.since),
      through: textOf(this.through),
      seen: this.seen.all().map((seen) => ({
        receipt: receiptIn(seen),
        created: formatInstant(seen.created),
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
 * @throws InvalidRequestError for what is no checkpoint of a poll
 */
export function readPollMemory(
  left: unknown,
  since: number | undefined,
  what: string,
  path: string,
): PollMemory {
  if (left === undefined || left === null) return new PollMemory(since);
  const memory = readGiven(what, () => memoryIn(left));
  if (memory) return memory;
  const message = 'holds no checkpoint of goods receipts of this version';
  throw new InvalidRequestError(what, [{ path, message }]);
}

function memoryIn(left: unknown): PollMemory | undefined {
  if (!isRecord(left) || left.version !== 1 || left.kind !== 'goods-receipts') return undefined;
  const [since, through] = [instantIn(left.since), instantIn(left.through)];
  if (since === null || through === null || !Array.isArray(left.seen)) return undefined;
  const memory = new PollMemory(since);
  memory.through = through;
  for (const entry of left.seen) {
    const { receipt, created: text, isHandedOver } = isRecord(entry) ? entry : {};
    const created = parseInstant(text);
    if (!isReceipt(receipt) || created === undefined || typeof isHandedOver !== 'boolean') return undefined;
    memory.seen.set(keyOf(receipt), seeReceipt(receipt, { created, isHandedOver, isMet: false }));
  }
  return memory;
}

function textOf(instant: number | undefined): string | null {
  return instant === undefined ? null : formatInstant(instant);
}

/** `undefined` where there is none; `null` for what is no instant. */
function instantIn(value: unknown): number | null | undefined {
  return value === null ? undefined : (parseInstant(value) ?? null);
}

function isReceipt(value: unknown): value is GoodsReceipt {
  return isRecord(value);
}
