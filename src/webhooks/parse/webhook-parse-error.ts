import { brand, OutletError } from '../../errors/outlet-error.js';

/**
 * A webhook delivery is not a JSON object with a string `event`, or its body could not be read.
 * - What to do: Check who sends the delivery, and the middleware in front of the handler.
 */
export class WebhookParseError extends OutletError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'WebhookParseError');

  /**
   * Why the delivery could not be parsed.
   *
   * - `not-json`, `not-an-object`, `no-event-name`: The content is not an event.
   * - `too-large`: The body exceeds `maxBodyBytes`.
   * - `stalled`: The body did not arrive in time.
   * - `cut-off`: The connection broke.
   * - `already-read`: Other code read the body before the handler.
   * - `not-serializable`: Other code parsed the body into values that JSON does not have, such as a BigInt, or passed a stream.
   */
  readonly reason:
    | 'not-json'
    | 'not-an-object'
    | 'no-event-name'
    | 'too-large'
    | 'stalled'
    | 'cut-off'
    | 'already-read'
    | 'not-serializable';

  /** @internal */
  constructor(reason: WebhookParseError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
