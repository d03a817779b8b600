import type { Poll } from './poll.js';
import type { PollOptions } from './poll-options.js';

const mostNamed = 10;

/** Tells of receipts that a poll watches no more, each once. */
export class LeftBehindWarnings {
  readonly #poll: Poll;
  readonly #days: number;
  readonly #onWarning: NonNullable<PollOptions['onWarning']>;
  #told = 0;

  constructor(poll: Poll, days: number, onWarning: NonNullable<PollOptions['onWarning']>) {
    this.#poll = poll;
    this.#days = days;
    this.#onWarning = onWarning;
  }

  async give(): Promise<void> {
    const ids = this.#poll.leftBehind.slice(this.#told);
    this.#told += ids.length;
    if (ids.length === 0) return;
    const others = ids.length - mostNamed;
    const named = [...ids.slice(0, mostNamed), ...(others > 0 ? [`${others} more`] : [])].join(', ');
    try {
      await this.#onWarning(
        `Goods receipts that are draft or partiallyReceived still after ${this.#days} days are watched no more: ${named}. ` +
          'Have them completed or cancelled at the outlet, or raise maxLookbackDays and begin anew under another name.',
      );
    } catch {
      // What it throws disturbs nothing, now or later.
    }
  }
}
