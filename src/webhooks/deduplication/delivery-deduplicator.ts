import { OutletError } from '../../errors/outlet-error.js';
import { untilAborted } from '../../timers.js';
import type { Claim, Deduplicator } from './deduplicator.js';

/** How deliveries are kept apart. All times are in milliseconds. */
export interface DeduplicationSettings {
  readonly deduplicator: Deduplicator;
  /** After which a claim is free again whose process died. */
  readonly lease: number;
  /** How long a handled delivery is remembered. */
  readonly ttl: number;
}

/** A delivery, and how it is handled. */
export interface PendingDelivery {
  /** What tells it from others. */
  readonly key: string;
  /**
   * Whether another one of this key can only be a repeat. Where it could as well be the next event, it is taken for a repeat only after
   * an answer that has asked for one.
   */
  readonly comesOnce: boolean;
  /** Tells whether it succeeded; it never rejects. */
  readonly handle: () => Promise<boolean>;
  /** Aborts when an answer must be given, come what may. */
  readonly answerDue: AbortSignal;
}

const states = ['run', 'busy', 'done'];

/** Between two looks at a delivery that another process handles. */
const pollMs = 250;

/** Handles each delivery once. One that failed is handled again when it comes again. */
export class DeliveryDeduplicator {
  readonly #settings: DeduplicationSettings;
  /** What this process handles at the moment. */
  readonly #running = new Map<string, Promise<unknown>>();
  /** Hears of a deduplicator that fails. */
  readonly #onFault: (error: unknown) => void;

  constructor(settings: DeduplicationSettings, onFault: (error: unknown) => void) {
    this.#settings = settings;
    this.#onFault = onFault;
  }

  /**
   * Handles a delivery, unless that was done. Where it is being handled already, waits for the outcome until the answer is due. Tells
   * whether it was handled, now or before.
   */
  async deliver(delivery: PendingDelivery): Promise<boolean> {
    const { key, answerDue } = delivery;
    const claim = await this.#claim(key, answerDue);
    if (claim.state !== 'run') return claim.state === 'done';
    const running = this.#run(delivery, claim.token);
    this.#running.set(key, running);
    const hasSucceeded = await running;
    if (this.#running.get(key) === running) this.#running.delete(key);
    return hasSucceeded;
  }

  async #claim(key: string, answerDue: AbortSignal): Promise<Claim> {
    const { deduplicator, lease } = this.#settings;
    for (;;) {
      const claim = await deduplicator.claim(key, { lease });
      if (!states.includes(claim.state)) throw new OutletError(`claim() gave none of ${states}.`);
      if (claim.state !== 'busy' || answerDue.aborted) return claim;
      const outcome = this.#running.get(key) ?? new Promise((resolve) => setTimeout(resolve, pollMs));
      await untilAborted(outcome, answerDue).catch(() => {});
    }
  }

  async #run({ key, comesOnce, handle, answerDue }: PendingDelivery, token: string): Promise<boolean> {
    const { deduplicator, lease, ttl } = this.#settings;
    const renewing = setInterval(() => this.#aside(() => deduplicator.renew(key, token)), lease / 3);
    // A handler that hangs is no reason for a process to stay.
    renewing.unref?.();
    const hasSucceeded = await handle();
    clearInterval(renewing);
    const isRemembered = comesOnce || answerDue.aborted;
    // What was handled stays handled, even where nobody could write that down.
    await this.#aside(() =>
      hasSucceeded && isRemembered
        ? deduplicator.done(key, token, { ttl })
        : deduplicator.release(key, token),
    );
    return hasSucceeded;
  }

  async #aside(step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#onFault(error);
    }
  }
}
