import type { Priority } from '../rate-limit/rate-limiter.js';
import { adviceFor, CallError, type CallErrorOptions, type FailedCall, type Outcome } from './call-error.js';
import { brand } from './outlet-error.js';

/**
 * There is no usable response: the connection or the rate limiter failed, the client was closed, or the client itself failed. Also
 * thrown if a browser hides a redirect, and if your `fetch` returns no `Response` or one whose body was already read. `cause` says
 * more, if there is one.
 */
export class ConnectionError extends CallError {
  static {
    brand(this, 'ConnectionError');
  }

  /** The effect of the call, over all of its attempts. */
  declare readonly outcome: Outcome;

  /** @internal */
  constructor(reason: string, call: FailedCall, options?: CallErrorOptions) {
    super(messageOf(call, reason), call, options);
  }
}

/**
 * No response came in time: the last attempt exceeded `timeout`, or the whole call `deadline`. If an earlier attempt
 * failed before the deadline, `cause` is its error.
 */
export class TimeoutError extends CallError {
  static {
    brand(this, 'TimeoutError');
  }

  /** The effect of the call, over all of its attempts. */
  declare readonly outcome: Outcome;

  /** @internal */
  constructor(reason: string, call: FailedCall, options?: CallErrorOptions) {
    super(messageOf(call, reason), call, options);
  }
}

/** The `accessToken` function failed or returned no token, at the start of the call or after a 401. */
export class AccessTokenError extends CallError {
  static {
    brand(this, 'AccessTokenError');
  }

  /** The effect of the call, over all of its attempts. */
  declare readonly outcome: Outcome;

  /** @internal */
  constructor(reason: string, call: FailedCall, options?: CallErrorOptions) {
    const when = call.attempts > 0 ? ' after a 401' : '';
    super(messageOf(call, `the accessToken function ${reason}${when}`), call, options);
  }
}

/** As many calls wait as `maxQueued` allows. This call was rejected at once, and nothing was sent. */
export class QueueFullError extends CallError {
  static {
    brand(this, 'QueueFullError');
  }

  /** The effect of the call, over all of its attempts. */
  declare readonly outcome: Outcome;
  /** The lane that is full. */
  readonly priority: Priority;
  /** How many calls can wait in the lane. */
  readonly maxQueued: number;

  /** @internal */
  constructor(call: FailedCall, priority: Priority, maxQueued: number) {
    const reason = `${maxQueued} ${priority} calls are waiting, as many as maxQueued allows`;
    super(messageOf(call, reason), call, { isTransient: true });
    this.priority = priority;
    this.maxQueued = maxQueued;
  }
}

function messageOf(call: FailedCall, reason: string): string {
  const { method, path, attempts } = call;
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const what = attempts === 0 ? 'was not sent' : `failed after ${tries}`;
  return `${method} ${path} ${what}: ${reason}. ${adviceFor(call)}`;
}
