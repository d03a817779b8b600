import { brand } from './brand.js';
import { OutletError } from './outlet-error.js';

/**
 * What is known of the effect of a call that failed, over all of its attempts: `not-sent`, the service cannot have seen
 * it; `refused`, the service saw it and did nothing; `unknown`, it may have been performed.
 */
export type Outcome = 'not-sent' | 'refused' | 'unknown';

/** Which call failed, and how far it came. */
export interface FailedCall {
  readonly method: string;
  /** The template, such as `/orders/{orderId}`, so that it groups and tells nothing. */
  readonly path: string;
  /** The UUID v4 that went with every attempt of a POST. */
  readonly idempotencyKey: string | undefined;
  /** How often it was sent. */
  readonly attempts: number;
  readonly outcome: Outcome;
}

/** A call that failed after its input was found right. */
export abstract class CallError extends OutletError implements FailedCall {
  static {
    brand(this, 'CallError');
  }

  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly attempts: number;
  readonly outcome: Outcome;

  constructor(message: string, call: FailedCall, options?: ErrorOptions) {
    super(message, options);
    this.method = call.method;
    this.path = call.path;
    this.idempotencyKey = call.idempotencyKey;
    this.attempts = call.attempts;
    this.outcome = call.outcome;
  }
}

/** What to do about a call whose effect is unknown, for the person who reads the message. */
export function adviceOn({ outcome, method, idempotencyKey, attempts }: FailedCall): string {
  if (outcome === 'not-sent') {
    const known = attempts === 0 ? 'The service did not get it' : 'Nothing was performed';
    return `${known}: it is safe to call again.`;
  }
  if (outcome === 'refused') return '';
  if (idempotencyKey) {
    return `It may have been performed: call again with the same body and idempotencyKey '${idempotencyKey}' within 24 hours.`;
  }
  return method === 'GET'
    ? 'It is safe to call again.'
    : 'It may have been performed: read the entity before you call again.';
}
