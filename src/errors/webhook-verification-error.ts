import { brand, OutletError } from './outlet-error.js';

/**
 * Why a guard refused a delivery. `missing-secret`, `wrong-secret`: it does not carry the shared secret. `wrong-address`: its sender
 * is not on the allow-list. `unknown-address`: there is no telling who sent it. `refused`: a guard of your own said so.
 */
export type WebhookVerificationReason =
  | 'missing-secret'
  | 'wrong-secret'
  | 'wrong-address'
  | 'unknown-address'
  | 'refused';

/** A webhook delivery that a guard did not let in. It never holds the secret, neither yours nor the one that came. */
export class WebhookVerificationError extends OutletError {
  static {
    brand(this, 'WebhookVerificationError');
  }

  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
