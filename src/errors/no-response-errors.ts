import type { Priority } from '../rate-limit/rate-limiter.js';
import { adviceFor, CallError, type FailedCall, problemMessage } from './call-error.js';
import { brand } from './outlet-error.js';

/**
 * The connection or the rate limiter failed, the API is down, or the client was closed.
 *
 * The client also throws it if a browser hides a redirect, and if your `fetch` returns no `Response` or one whose body was
 * already read. If there is a `cause`, it contains the details.
 * - Outcome: `not-sent` or `unknown`, or `rejected` after a 401 or 429.
 * - What to do: If `outcome` is `unknown`, repeat a POST with the same body and `idempotencyKey`; before you repeat a PUT, read the
 *   entity.
 */
export class ConnectionError extends CallError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'ConnectionError');

  /**
   * What failed.
   *
   * - `network`: The connection failed, broke or could not be opened.
   * - `closed`: The client was closed.
   * - `rate-limiter`: Your rate limiter failed.
   * - `fetch`: `fetch` returned no `Response`, one whose body was already read, or a redirect that a browser hides.
   * - `outage`: The call was not sent, because the API is down. If it was sent before, it fails with the error of its last attempt.
   * - `internal`: The client itself failed. Please report it.
   */
  readonly reason: 'network' | 'closed' | 'rate-limiter' | 'fetch' | 'outage' | 'internal';

  /** @internal */
  constructor(reason: ConnectionError['reason'], problem: string, call: FailedCall, options?: ErrorOptions) {
    // A closed client never sends again, even if the call is safe to repeat.
    const isLostWrite = call.outcome === 'unknown' && call.method !== 'GET';
    const advice = reason === 'closed' && !isLostWrite ? '' : adviceFor(call);
    const newClient = reason === 'closed' ? 'Create a new client.' : '';
    super(problemMessage(call, problem, [newClient, advice].filter(Boolean).join(' ')), call, options);
    this.reason = reason;
  }
}

/**
 * The last attempt exceeded `timeout`, or the whole call exceeded `deadline`.
 *
 * If an attempt failed before the deadline passed, `cause` is the error of the last one.
 * - Outcome: `not-sent` or `unknown`, or `rejected` after a 401 or 429.
 * - What to do: If `outcome` is `unknown`, repeat a POST with the same body and `idempotencyKey`; before you repeat a PUT, read the
 *   entity.
 */
export class TimeoutError extends CallError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'TimeoutError');

  /** The option that limits the time: `timeout` for the last attempt, or `deadline` for the whole call. */
  readonly reason: 'timeout' | 'deadline';

  /** @internal */
  constructor(reason: TimeoutError['reason'], problem: string, call: FailedCall, options?: ErrorOptions) {
    super(problemMessage(call, problem), call, options);
    this.reason = reason;
  }
}

/**
 * The `accessToken` function failed, or needed longer than `timeout`, or its token is invalid or not of the key in `keyHash`.
 *
 * `isTransient` is `true` if the function needed longer than `timeout`. The client has then called it again, up to `maxRetries` times.
 * A call also rejects with this error if you repeat an idempotency key that another token of the function sent. The API key of the
 * new token may not know the idempotency key, and would perform the call again.
 * - Outcome: `not-sent`, or `rejected` after a 401, or `unknown` if another token sent the idempotency key.
 * - What to do: Fix the function; `getOriginalCause(error)` returns the error that it threw.
 */
export class AccessTokenError extends CallError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'AccessTokenError');

  /** @internal */
  constructor(
    problem: string,
    call: FailedCall,
    options?: ErrorOptions & { readonly advice?: string; readonly subject?: string },
  ) {
    const when = call.attempts > 0 ? ' after a 401' : '';
    const hint = options?.cause ? 'Find the reason with `getOriginalCause(error)`.' : 'Fix the function.';
    const advice = options?.advice ?? `${hint} ${adviceFor(call)}`;
    const subject = options?.subject ?? 'the accessToken function';
    super(problemMessage(call, `${subject} ${problem}${when}`, advice), call, options);
  }
}

/**
 * The queue of the rate limit already contains `maxQueued` calls.
 * - Outcome: `not-sent`.
 * - What to do: Call again later, or raise `maxQueued`.
 */
export class QueueFullError extends CallError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'QueueFullError');
  /** The lane of the queue that is full. */
  readonly priority: Priority;
  /** How many calls the lane can contain. */
  readonly maxQueued: number;

  /** @internal */
  constructor(call: FailedCall, priority: Priority, maxQueued: number) {
    const problem = `the queue of ${priority} calls is full (maxQueued: ${maxQueued})`;
    super(problemMessage(call, problem), call);
    this.priority = priority;
    this.maxQueued = maxQueued;
  }
}
