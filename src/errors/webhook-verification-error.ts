import { brand, OutletError } from './outlet-error.js';

/** A guard rejected a webhook delivery. The error contains neither your secret nor the one that was sent. */
export class WebhookVerificationError extends OutletError {
  static {
    brand(this, 'WebhookVerificationError');
  }

  /**
   * `missing-secret`, `wrong-secret`: the delivery does not carry the shared secret. `wrong-address`: the client IP is not on the
   * allow-list. `unknown-address`: the client IP is unknown. `refused`: a guard of your own rejected the delivery.
   */
  readonly reason: 'missing-secret' | 'wrong-secret' | 'wrong-address' | 'unknown-address' | 'refused';

  /** @internal */
  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
