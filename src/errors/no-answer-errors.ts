import type { Priority } from '../rate-limit/rate-limiter.js';
import { brand } from './brand.js';
import { adviceOn, CallError, type FailedCall } from './call-error.js';

/** A call to which no answer came. */
abstract class UnansweredError extends CallError {
  declare readonly outcome: 'not-sent' | 'unknown';

  constructor(what: string, call: FailedCall, options?: ErrorOptions & { readonly end?: string }) {
    const { method, path, attempts } = call;
    const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
    const end = attempts === 0 ? 'was not sent' : (options?.end ?? `got no answer after ${tries}`);
    super(`${method} ${path} ${end}: ${what}. ${adviceOn(call)}`.trim(), call, options);
  }
}

/** The connection failed, or the client was closed. `cause` says what is known of it. */
export class ConnectionError extends UnansweredError {
  static {
    brand(this, 'ConnectionError');
  }
}

/** No answer came in time: the last attempt outlasted `timeout`, or the whole call `deadline`. */
export class TimeoutError extends UnansweredError {
  static {
    brand(this, 'TimeoutError');
  }
}

/**
 * A token function threw or gave no token: for the call itself, or once more after a 401. `cause` says what is known of it.
 */
export class AccessTokenError extends UnansweredError {
  static {
    brand(this, 'AccessTokenError');
  }

  constructor(call: FailedCall, cause: Error) {
    super('the accessToken function failed', call, {
      cause,
      end: 'was answered 401, and is to have another token',
    });
  }
}

/** As many calls wait for their turn as `maxQueued` allows. This one was refused at once, and nothing was sent. */
export class QueueFullError extends UnansweredError {
  static {
    brand(this, 'QueueFullError');
  }

  /** The lane that is full. */
  readonly priority: Priority;
  readonly maxQueued: number;

  constructor(call: FailedCall, priority: Priority, maxQueued: number) {
    super(`${maxQueued} ${priority} calls wait for their turn, as many as maxQueued allows`, call);
    this.priority = priority;
    this.maxQueued = maxQueued;
  }
}
