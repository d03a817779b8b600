import { brand, OutletError } from '../../errors/outlet-error.js';

/**
 * A guard rejected a webhook delivery.
 *
 * The error contains neither your secret nor the secret of the delivery.
 * - What to do: If the sender is the API, check the webhook URL of the key, the secret and the allowed IP addresses.
 */
export class WebhookVerificationError extends OutletError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'WebhookVerificationError');

  /**
   * Why the guard rejected the delivery.
   *
   * - `missing-secret`, `wrong-secret`: The delivery does not contain the shared secret.
   * - `wrong-address`: The client IP is not on the allow list.
   * - `unknown-address`: The client IP is unknown.
   * - `rejected`: A custom guard rejected the delivery.
   */
  readonly reason: 'missing-secret' | 'wrong-secret' | 'wrong-address' | 'unknown-address' | 'rejected';

  /** @internal */
  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
