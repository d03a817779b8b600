import { brand, OutletError } from './outlet-error.js';

/**
 * Why a delivery is no event. `not-json`, `not-an-object`, `no-event-name`: by its content. `too-large`, `stalled`, `cut-off`: its body
 * is over `maxBodyBytes`, did not come to its end in time, or broke off. `already-read`: something has read the body before the
 * handler and kept nothing of it.
 */
export type WebhookParseReason =
  | 'not-json'
  | 'not-an-object'
  | 'no-event-name'
  | 'too-large'
  | 'stalled'
  | 'cut-off'
  | 'already-read';

/** A webhook delivery that is no JSON object with a string `event`, or whose body could not be read. */
export class WebhookParseError extends OutletError {
  static {
    brand(this, 'WebhookParseError');
  }

  readonly reason: WebhookParseReason;

  constructor(reason: WebhookParseReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
