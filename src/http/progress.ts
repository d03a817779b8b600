import type { FailedCall, Outcome } from '../errors/call-error.js';
import type { Endpoint } from './endpoint.js';

/** How far a call has come, over all of its attempts. */
export class Progress {
  /** How often it was sent. */
  attempts = 0;
  /** The token in use: for the next attempt, and to be masked. */
  token: string | undefined;
  /** Whether the last attempt was answered 429. */
  refused = false;
  readonly #effects = new Set<Outcome>();
  readonly #endpoint: Endpoint;
  readonly #idempotencyKey: string | undefined;

  constructor(endpoint: Endpoint, idempotencyKey: string | undefined) {
    this.#endpoint = endpoint;
    this.#idempotencyKey = idempotencyKey;
  }

  /** Notes what an attempt that failed can have done. */
  note(effect: Outcome): void {
    this.#effects.add(effect);
  }

  /** The call as its error names it. The worst effect of any attempt counts. */
  get failedCall(): FailedCall {
    const { method, path } = this.#endpoint;
    return {
      method,
      path,
      idempotencyKey: this.#idempotencyKey,
      attempts: this.attempts,
      outcome: this.#outcome,
    };
  }

  get #outcome(): Outcome {
    if (this.#effects.has('unknown')) return 'unknown';
    return this.#effects.has('refused') ? 'refused' : 'not-sent';
  }
}
