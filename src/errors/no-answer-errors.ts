import { brand } from './brand.js';
import { adviceOn, CallError, type FailedCall } from './call-error.js';

/** A call to which no answer came: the connection failed, or the client was closed. `cause` says what is known of it. */
export class ConnectionError extends CallError {
  static {
    brand(this, 'ConnectionError');
  }

  declare readonly outcome: 'not-sent' | 'unknown';

  constructor(what: string, call: FailedCall, options?: ErrorOptions) {
    super(messageOf(what, call), call, options);
  }
}

/** A call to which no answer came in time: each attempt outlasted `timeout`, or all of it `deadline`. */
export class TimeoutError extends CallError {
  static {
    brand(this, 'TimeoutError');
  }

  declare readonly outcome: 'not-sent' | 'unknown';

  constructor(what: string, call: FailedCall, options?: ErrorOptions) {
    super(messageOf(what, call), call, options);
  }
}

/** A token function that threw or gave no token: for the call itself, or once more after a 401. `cause` says what is known of it. */
export class AccessTokenError extends CallError {
  static {
    brand(this, 'AccessTokenError');
  }

  constructor(call: FailedCall, options?: ErrorOptions) {
    super(messageOf('the accessToken function failed', call), call, options);
  }
}

function messageOf(what: string, call: FailedCall): string {
  const { method, path, attempts } = call;
  const end =
    attempts === 0
      ? 'was not sent'
      : `got no answer after ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}`;
  return `${method} ${path} ${end}: ${what}. ${adviceOn(call)}`.trim();
}
