import type { GoodsReceipt } from '../../entities/index.js';
import { parseInstant } from '../../instants.js';
import type { Page, TimeWindow } from '../../lists/index.js';
import type { Bookmark } from '../checkpoints/bookmark.js';
import type { PollMemory } from './poll-memory.js';
import type { GoodsReceiptNews, PollOptions } from './poll-options.js';
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
  readonly #memory: PollMemory;
  readonly #rules: PollRules;
  readonly #bookmark: Bookmark;
  #changesSinceSave = 0;

  constructor(memory: PollMemory, rules: PollRules, bookmark: Bookmark, to: number) {
    this.#memory = memory;
    this.#rules = rules;
    this.#bookmark = bookmark;
    this.to = to;
    this.from = pollFrom(memory, rules, to);
    this.#forget(({ created }) => created < this.from);
  }

  /** Takes in a page. */
  async take(page: Page<GoodsReceipt>): Promise<void> {
    for (const receipt of page.items) await this.#look(receipt, page.window);
    this.#pass(page);
    if (this.#changesSinceSave * mostWrittenPerChange <= this.#memory.seen.size) return;
    // No more often than it is all written: after each page, it would take longer the more is remembered.
    const isOutOfReach = this.#isOutOfReach();
    this.#forget((seen) => seen.isMet && isOutOfReach(seen));
    await this.#save();
  }

  /** Ends a run that has taken in all pages. */
  async finish(): Promise<void> {
    const { seen } = this.#memory;
    this.#memory.through = this.to;
    // The service does not list them any more.
    seen.forget(({ created, isMet }) => !isMet && this.from < created && created < this.to);
    this.#forget(this.#isOutOfReach());
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
      created: instantOf(receipt, window),
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
    await this.#bookmark.confirm();
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

  /** Notes that all is looked at up to the end of a page. */
  #pass({ items, next, window }: Page<GoodsReceipt>): void {
    const memory = this.#memory;
    const last = items.at(-1);
    const end =
      next === null || !last
        ? parseInstant(next === null ? window.to : window.from)
        : instantOf(last, window);
    memory.through = Math.max(memory.through ?? this.from, end ?? this.from);
  }

  #isOutOfReach(): (seen: SeenReceipt) => boolean {
    const from = pollFrom(this.#memory, this.#rules, this.to);
    return ({ created }) => created < from;
  }

  #forget(isForgotten: (seen: SeenReceipt) => boolean): void {
    const pending = this.#memory.seen.forget(isForgotten).filter(({ isPending }) => isPending);
    this.leftBehind.push(...pending.map((seen) => receiptIn(seen).id));
  }

  async #save(): Promise<void> {
    await this.#bookmark.save(this.#memory.checkpoint);
    this.#changesSinceSave = 0;
  }
}

/** When a receipt was created, held against the window that it was found in: what is out of it is no time to go by. */
function instantOf({ created }: GoodsReceipt, window: TimeWindow): number {
  const [from = 0, to = 0] = [parseInstant(window.from), parseInstant(window.to)];
  const instant = parseInstant(created);
  return instant !== undefined && from <= instant && instant <= to ? instant : from;
}
