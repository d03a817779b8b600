import { type News, together } from './news.js';
import type { OrderFeedOutcome } from './options.js';

/** One fetch of an order with all that follows from it, and whoever waits for that. */
export class Round {
  #news: News;
  #resolve: (outcome: OrderFeedOutcome | Promise<OrderFeedOutcome>) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  readonly outcome = new Promise<OrderFeedOutcome>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });

  constructor(news: News) {
    this.#news = news;
    // Whoever does not wait for it is not told of an unhandled rejection.
    this.outcome.catch(() => {});
  }

  get news(): News {
    return this.#news;
  }

  add(news: News): void {
    this.#news = together(this.#news, news);
  }

  /** Takes over a later round that has not begun: what that one waits for comes of this one. */
  absorb(later: Round): void {
    this.add(later.news);
    later.#resolve(this.outcome);
  }

  settle(outcome: OrderFeedOutcome): void {
    this.#resolve(outcome);
  }

  fail(reason: unknown): void {
    this.#reject(reason);
  }
}
