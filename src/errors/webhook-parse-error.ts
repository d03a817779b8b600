import { brand, OutletError } from './outlet-error.js';

/** A webhook delivery is not a JSON object with a string `event`, or its body could not be read. */
export class WebhookParseError extends OutletError {
  static {
    brand(this, 'WebhookParseError');
  }

  /**
   * `not-json`, `not-an-object`, `no-event-name`: the content is not an event. `too-large`: the body exceeds `maxBodyBytes`.
   * `stalled`: the body did not arrive in time. `cut-off`: the connection broke. `already-read`: something read the body before
   * the handler.
   */
  readonly reason:
    | 'not-json'
    | 'not-an-object'
    | 'no-event-name'
    | 'too-large'
    | 'stalled'
    | 'cut-off'
    | 'already-read';

  /** @internal */
  constructor(reason: WebhookParseError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
