import { untilAborted } from '../timers.js';
import type { Claim, Deduplicator } from './deduplicator.js';

/** How deliveries are kept apart. All times are in milliseconds. */
export interface OnceSettings {
  readonly deduplicate: Deduplicator;
  /** After which a claim is free again whose process died. */
  readonly leaseMs: number;
  /** How long a handled delivery is remembered. */
  readonly rememberMs: number;
}

/** Between two looks at a delivery that another process handles. */
const pollMs = 250;

/** Handles each delivery once. One that failed is handled again when it comes again. */
export class DeliveryDesk {
  readonly #settings: OnceSettings;
  /** What this process handles at the moment. */
  readonly #running = new Map<string, Promise<unknown>>();
  /** Hears of a deduplicator that fails. */
  readonly #onFault: (error: unknown) => void;

  constructor(settings: OnceSettings, onFault: (error: unknown) => void) {
    this.#settings = settings;
    this.#onFault = onFault;
  }

  /**
   * Handles a delivery, unless that was done. Where it is being handled already, waits for the outcome until the signal aborts.
   * Tells whether it was handled, now or before.
   *
   * @param handle - tells whether it succeeded; it never rejects
   */
  async deliver(key: string, handle: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
    const claim = await this.#claim(key, signal);
    if (claim.state !== 'run') return claim.state === 'done';
    const running = this.#run(key, claim.token, handle);
    this.#running.set(key, running);
    const hasSucceeded = await running;
    if (this.#running.get(key) === running) this.#running.delete(key);
    return hasSucceeded;
  }

  async #claim(key: string, signal: AbortSignal): Promise<Claim> {
    const { deduplicate, leaseMs } = this.#settings;
    for (;;) {
      const claim = await deduplicate.claim(key, { leaseMs });
      if (claim.state !== 'busy' || signal.aborted) return claim;
      const outcome = this.#running.get(key) ?? new Promise((resolve) => setTimeout(resolve, pollMs));
      await untilAborted(outcome, signal).catch(() => {});
    }
  }

  async #run(key: string, token: string, handle: () => Promise<boolean>): Promise<boolean> {
    const { deduplicate, leaseMs, rememberMs } = this.#settings;
    const renewing = setInterval(() => this.#aside(() => deduplicate.renew(key, token)), leaseMs / 3);
    const hasSucceeded = await handle();
    clearInterval(renewing);
    // What was handled stays handled, even where nobody could write that down.
    await this.#aside(() =>
      hasSucceeded ? deduplicate.done(key, token, { rememberMs }) : deduplicate.release(key, token),
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
