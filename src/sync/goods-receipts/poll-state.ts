import type { GoodsReceipt } from '../../entities/index.js';
import { formatInstant, parseInstant } from '../../instants.js';
import { isRecord } from '../../records.js';
import { type CheckpointOptions, notACheckpoint, readCheckpoint } from '../checkpoints/checkpoint-options.js';
import type { PollCheckpoint } from '../checkpoints/checkpoint-store.js';
import { keyOf, receiptIn, SeenReceipts, seeReceipt } from './seen-receipts.js';

type SavedPollState = PollCheckpoint & {
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
  readonly #outlet: string;
  /** Where the first run was to begin: nothing older is ever handed over. */
  since: number | undefined;
  /** Where the first run began, until one has succeeded. */
  begun: number | undefined;
  /** Up to where the first run has looked at all, until one has succeeded. */
  reached: number | undefined;
  /** The end of the last run that succeeded. */
  through: number | undefined;
  readonly seen = new SeenReceipts();

  constructor(outlet: string) {
    this.#outlet = outlet;
  }

  get checkpoint(): PollCheckpoint {
    const checkpoint: SavedPollState = {
      version: 2,
      task: 'poll',
      outlet: this.#outlet,
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
 * Reads what an earlier run saved.
 *
 * @param since - where to begin where it saved nothing; `undefined` where any receipt will do
 * @throws RequestValidationError if it is not a checkpoint of this poll and outlet
 */
export function readPollState(
  saved: unknown,
  since: number | undefined,
  options: CheckpointOptions,
  what: string,
): PollState {
  const found = readCheckpoint(saved, 'poll', options, what);
  const memory = new PollState(options.outlet);
  if (!found) return Object.assign(memory, { since });
  if (restore(memory, found)) return memory;
  throw notACheckpoint('poll', options, what);
}

/** Returns whether the checkpoint is whole. */
function restore(memory: PollState, saved: Record<string, unknown>): boolean {
  for (const time of ['since', 'begun', 'reached', 'through'] as const) {
    if (saved[time] === null) continue;
    memory[time] = parseInstant(saved[time]);
    if (memory[time] === undefined) return false;
  }
  if (!Array.isArray(saved.seen)) return false;
  for (const entry of saved.seen) {
    const { receipt, created: text, isDated, isHandedOver } = isRecord(entry) ? entry : {};
    const created = parseInstant(text);
    if (!isReceipt(receipt) || created === undefined) return false;
    if (typeof isDated !== 'boolean' || typeof isHandedOver !== 'boolean') return false;
    memory.seen.set(keyOf(receipt), seeReceipt(receipt, { created, isDated, isHandedOver, isMet: false }));
  }
  return true;
}

function textOf(instant: number | undefined): string | null {
  return instant === undefined ? null : formatInstant(instant);
}

function isReceipt(value: unknown): value is GoodsReceipt {
  return isRecord(value);
}
