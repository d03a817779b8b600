import type { Priority } from '../rate-limit/rate-limiter.js';
import { adviceOn, CallError, type CallErrorOptions, type FailedCall, type Outcome } from './call-error.js';
import { brand } from './outlet-error.js';

/** A call that got no usable response. */
abstract class NoResponseError extends CallError {
  declare readonly outcome: Outcome;

  constructor(reason: string, call: FailedCall, options?: CallErrorOptions) {
    const { method, path, attempts } = call;
    const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
    const what = attempts === 0 ? 'was not sent' : `failed after ${tries}`;
    super(`${method} ${path} ${what}: ${reason}. ${adviceOn(call)}`, call, options);
  }
}

/** The connection failed, the rate limiter failed, or the client was closed. `cause` says more, if there is one. */
export class ConnectionError extends NoResponseError {
  static {
    brand(this, 'ConnectionError');
  }
}

/**
 * No response came in time: the last attempt exceeded `timeout`, or the whole call `deadline`. If an earlier attempt
 * failed before the deadline, `cause` is its error.
 */
export class TimeoutError extends NoResponseError {
  static {
    brand(this, 'TimeoutError');
  }
}

/** The `accessToken` function failed or returned no token, at the start of the call or after a 401. */
export class AccessTokenError extends NoResponseError {
  static {
    brand(this, 'AccessTokenError');
  }

  constructor(reason: string, call: FailedCall, options?: CallErrorOptions) {
    super(`the accessToken function ${reason}${call.attempts > 0 ? ' after a 401' : ''}`, call, options);
  }
}

/** As many calls wait as `maxQueued` allows. This call was rejected at once, and nothing was sent. */
export class QueueFullError extends NoResponseError {
  static {
    brand(this, 'QueueFullError');
  }

  /** The lane that is full. */
  readonly priority: Priority;
  readonly maxQueued: number;

  constructor(call: FailedCall, priority: Priority, maxQueued: number) {
    super(`${maxQueued} ${priority} calls are waiting, as many as maxQueued allows`, call, {
      isTransient: true,
    });
    this.priority = priority;
    this.maxQueued = maxQueued;
  }
}
