import { brand } from './brand.js';
import { OutletError } from './outlet-error.js';

/** Why a delivery is no event. */
export type WebhookParseReason = 'not-json' | 'not-an-object' | 'no-event-name';

/** A webhook delivery that is no JSON object with a string `event`. */
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
