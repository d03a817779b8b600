import type { FailedCall, Outcome } from '../errors/call-error.js';
import type { CallInfo } from './observers.js';

/** How far a call has come, over all of its attempts. */
export class Progress {
  /** How often it was sent. */
  attempts = 0;
  /** Every token that was used; the last one is for the next attempt. */
  readonly tokens: string[] = [];
  /** Whether the last attempt was answered 429. */
  refused = false;
  readonly #effects = new Set<Outcome>();
  readonly #info: CallInfo;

  constructor(info: CallInfo) {
    this.#info = info;
  }

  get token(): string | undefined {
    return this.tokens.at(-1);
  }

  /** Notes what an attempt that failed can have done. */
  note(effect: Outcome): void {
    this.#effects.add(effect);
  }

  /** The call as its error names it. The worst effect of any attempt counts. */
  get failedCall(): FailedCall {
    const { method, path, idempotencyKey } = this.#info;
    return { method, path, idempotencyKey, attempts: this.attempts, outcome: this.#outcome };
  }

  get #outcome(): Outcome {
    if (this.#effects.has('unknown')) return 'unknown';
    return this.#effects.has('refused') ? 'refused' : 'not-sent';
  }
}
