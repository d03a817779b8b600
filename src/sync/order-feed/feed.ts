import { OrderFeedError } from '../../errors/order-feed-error.js';
import { onAbort } from '../../on-abort.js';
import { maxTimerDelay } from '../../timers.js';
import type { WebhookEvent } from '../../webhooks/parse/events.js';
import { handOver, type Shared } from './hand-over.js';
import { LastHandled } from './last-handled.js';
import type { FeedSettings, OrderFeedOutcome } from './options.js';
import { type OrderChange, readOrderChange } from './order-change.js';
import { PendingOrder } from './pending-order.js';
import { Semaphore } from './semaphore.js';

/** Every order that is pending, each once, and what is known of those before. */
export class Feed {
  readonly #settings: FeedSettings;
  readonly #shared: Shared;
  readonly #pending = new Map<string, PendingOrder>();
  readonly #onIdle = new Set<() => void>();
  #unfollow = () => {};
  #isClosed = false;

  constructor(settings: FeedSettings) {
    this.#settings = settings;
    const slots = new Semaphore(settings.concurrency);
    this.#shared = { settings, slots, handled: new LastHandled() };
  }

  get pending(): number {
    return this.#pending.size;
  }

  // No async function: all events of a round share one promise, so that no number of them takes more memory.
  notify(event: WebhookEvent): Promise<OrderFeedOutcome> {
    try {
      return this.#take(event);
    } catch (error) {
      const refusal = Promise.reject(error);
      refusal.catch(() => {});
      return refusal;
    }
  }

  idle(): Promise<void> {
    if (this.#pending.size === 0) return Promise.resolve();
    // Pauses keep no process open; somebody who waits for their end does.
    const awake = setTimeout(() => {}, maxTimerDelay);
    return new Promise((resolve) => {
      this.#onIdle.add(() => {
        clearTimeout(awake);
        resolve();
      });
    });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.idle();
  }

  #take(event: WebhookEvent): Promise<OrderFeedOutcome> {
    const { signal, maxPending } = this.#settings;
    const told = readOrderChange(event);
    if (signal?.aborted) throw signal.reason;
    if (this.#isClosed) throw new OrderFeedError('closed', maxPending);
    if (!told) return Promise.resolve('none');
    const { orderId, change } = told;
    if (change.newest < this.#shared.handled.of(orderId)) return Promise.resolve('stale');
    const pending = this.#pending.get(orderId);
    return pending ? pending.add(change) : this.#open(orderId, change);
  }

  #open(orderId: string, change: OrderChange): Promise<OrderFeedOutcome> {
    const { signal, maxPending } = this.#settings;
    if (this.#pending.size >= maxPending) throw new OrderFeedError('full', maxPending);
    if (signal && this.#pending.size === 0) this.#unfollow = onAbort(signal, () => this.#end(signal.reason));
    const order = new PendingOrder(orderId);
    const outcome = order.add(change);
    this.#pending.set(orderId, order);
    this.#handle(order);
    return outcome;
  }

  async #handle(order: PendingOrder): Promise<void> {
    const { slots } = this.#shared;
    while (order.isWanted) {
      await slots.take();
      try {
        const outcome = await handOver(order, this.#shared);
        order.settle(outcome, this.#shared.handled.of(order.id));
      } catch (error) {
        order.fail(error);
      }
    }
    if (this.#pending.delete(order.id)) this.#restIfIdle();
  }

  #end(reason: unknown): void {
    const ended = [...this.#pending.values()];
    this.#pending.clear();
    this.#shared.slots.dismiss();
    for (const order of ended) order.end(reason);
    this.#restIfIdle();
  }

  #restIfIdle(): void {
    if (this.#pending.size > 0) return;
    this.#unfollow();
    for (const tell of this.#onIdle) tell();
    this.#onIdle.clear();
  }
}
