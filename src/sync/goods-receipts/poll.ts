import type { GoodsReceipt } from '../../entities/index.js';
import { parseInstant } from '../../instants.js';
import type { Page } from '../../lists/pages.js';
import type { TimeWindow } from '../../lists/windows.js';
import type { CheckpointedRun } from '../checkpoints/checkpointed-run.js';
import type { GoodsReceiptNews, PollOptions } from './poll-options.js';
import type { PollState } from './poll-state.js';
import { type LookingBack, pollFrom } from './poll-window.js';
import { keyOf, receiptIn, type SeenReceipt, seeReceipt } from './seen-receipts.js';

/** What is written anew with every save may be so many times what has changed since the last one. */
const mostWrittenPerChange = 10;

/** What a poll goes by. */
export interface PollRules extends LookingBack {
  readonly onChanged: PollOptions['onChanged'];
  readonly isWanted: (receipt: GoodsReceipt) => boolean;
}

/** One run: it holds receipts against what is remembered, and hands over those that are new or have changed. */
export class Poll {
  /** The window of `created`, in milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly counts = { receipts: 0, new: 0, changed: 0 };
  /** Ids of those that are pending and watched no more. */
  readonly leftBehind: string[] = [];
  readonly #memory: PollState;
  readonly #rules: PollRules;
  readonly #run: CheckpointedRun;
  #changesSinceSave = 0;

  constructor(memory: PollState, rules: PollRules, run: CheckpointedRun, to: number) {
    this.#memory = memory;
    this.#rules = rules;
    this.#run = run;
    this.to = to;
    this.from = pollFrom(memory, rules, to);
    this.#forget(isOlderThan(this.from));
  }

  /** Notes where a first run begins, so that the next one does not begin later. */
  async begin(): Promise<void> {
    const memory = this.#memory;
    if (memory.through !== undefined) return;
    memory.begun ??= this.from;
    await this.#save();
  }

  /** Takes in a page. */
  async take(page: Page<GoodsReceipt>): Promise<void> {
    for (const receipt of page.items) await this.#look(receipt, page.window);
    this.#pass(page);
    if (this.#changesSinceSave * mostWrittenPerChange <= this.#memory.seen.size) return;
    // No more often than it is all written: after each page, it would take longer the more is remembered.
    const isOutOfReach = isOlderThan(this.#nextFrom);
    this.#forget((seen) => seen.isMet && isOutOfReach(seen));
    await this.#save();
  }

  /** Ends a run that has taken in all pages. */
  async finish(): Promise<void> {
    const memory = this.#memory;
    memory.through = this.to;
    memory.begun = undefined;
    memory.reached = undefined;
    const isListed = isWithin(this.from, this.to);
    // The service does not list them any more.
    memory.seen.forget((seen) => !seen.isMet && isListed(seen));
    this.#forget(isOlderThan(this.#nextFrom));
    await this.#save();
  }

  /** Keeps what was handed over by a run that cannot go on. */
  async keep(): Promise<void> {
    if (this.#changesSinceSave === 0) return;
    try {
      await this.#save();
    } catch {
      // What ended the run says more; what is not kept is handed over again.
    }
  }

  async #look(receipt: GoodsReceipt, window: TimeWindow): Promise<void> {
    const { seen } = this.#memory;
    const key = keyOf(receipt);
    const before = seen.get(key);
    const isWanted = this.#rules.isWanted(receipt);
    const wasHandedOver = before?.isHandedOver ?? false;
    const now = seeReceipt(receipt, {
      ...datingOf(receipt, window),
      isHandedOver: wasHandedOver || isWanted,
      isMet: true,
    });
    this.counts.receipts += 1;
    const isUnchanged = before?.content === now.content && before.isHandedOver === now.isHandedOver;
    if (!isUnchanged) this.#changesSinceSave += 1;
    seen.set(key, now);
    if (!isWanted || isUnchanged) return;
    try {
      await this.#handOver(receipt, before);
    } catch (error) {
      seen.set(key, before);
      this.#changesSinceSave -= 1;
      throw error;
    }
  }

  async #handOver(receipt: GoodsReceipt, before: SeenReceipt | undefined): Promise<void> {
    await this.#run.confirm();
    const memory = this.#memory;
    const previous = before && receiptIn(before);
    const news: GoodsReceiptNews =
      previous && before.isHandedOver ? { change: 'changed', previous } : { change: 'new', previous };
    await this.#rules.onChanged(receipt, {
      ...news,
      get checkpoint() {
        return memory.checkpoint;
      },
    });
    this.counts[news.change] += 1;
  }

  /** Notes how far a first run came. */
  #pass({ items, next, window }: Page<GoodsReceipt>): void {
    const memory = this.#memory;
    if (memory.through !== undefined) return;
    const last = items.at(-1);
    const end = next === null ? parseInstant(window.to) : last && datingOf(last, window).created;
    memory.reached = Math.max(memory.reached ?? this.from, end ?? this.from);
  }

  /** From where on the next run looks, as things stand. */
  get #nextFrom(): number {
    return pollFrom(this.#memory, this.#rules, this.to);
  }

  #forget(isForgotten: (seen: SeenReceipt) => boolean): void {
    const pending = this.#memory.seen.forget(isForgotten).filter(({ isPending }) => isPending);
    this.leftBehind.push(...pending.map((seen) => receiptIn(seen).id));
  }

  async #save(): Promise<void> {
    await this.#run.save(this.#memory.checkpoint);
    this.#changesSinceSave = 0;
  }
}

/** When a receipt was created, held against the window that it was found in: what is out of it is no time to go by. */
function datingOf({ created }: GoodsReceipt, window: TimeWindow): Pick<SeenReceipt, 'created' | 'isDated'> {
  const [from = 0, to = 0] = [parseInstant(window.from), parseInstant(window.to)];
  const instant = parseInstant(created);
  const isDated = instant !== undefined && from <= instant && instant <= to;
  return { created: isDated ? instant : from, isDated };
}

/** One without a date is in no window for sure. */
function isOlderThan(from: number): (seen: SeenReceipt) => boolean {
  return ({ created, isDated }) => isDated && created < from;
}

/** One without a date may be in any. */
function isWithin(from: number, to: number): (seen: SeenReceipt) => boolean {
  return ({ created, isDated }) => !isDated || (from < created && created < to);
}
