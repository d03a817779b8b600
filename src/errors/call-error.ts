import { brand, OutletError } from './outlet-error.js';

/**
 * The effect of a failed call, over all of its attempts.
 *
 * - `not-sent`: The API cannot have received the call.
 * - `rejected`: The API rejected the call and did nothing. Another call with the same idempotency key can have had an effect.
 * - `unknown`: The API may have performed the call.
 * - `performed`: The API performed the call, but the client cannot use the response.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown' | 'performed';

/** What a failure says: the effect of its attempt, and whether the same call can succeed later. */
export type Failure = Pick<CallError, 'outcome' | 'isTransient'>;

/** What an error needs to know about its call. */
export type FailedCall = Failure &
  Pick<CallError, 'callId' | 'method' | 'path' | 'idempotencyKey' | 'attempts'> & {
    /** Whether the caller passed the idempotency key, so that other calls can have sent it before. */
    readonly isKeyPassed?: boolean;
  };

/**
 * The base class of errors of failed calls.
 *
 * Check `outcome` first: an earlier attempt may have succeeded even though the call failed. If the client itself finds the
 * input invalid, it throws a `RequestValidationError` instead.
 * - What to do: Check `outcome` before you repeat a call that writes.
 */
export abstract class CallError extends OutletError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'CallError');

  /** Identifies the call in logs, hooks and diagnostics messages, such as `1f0c9a3e-1c`. */
  readonly callId: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path template, such as `/orders/{orderId}`. */
  readonly path: string;
  /** The idempotency key of a POST: a UUID v4. To repeat the call, pass it again. */
  readonly idempotencyKey: string | undefined;
  /** Number of attempts that were sent. */
  readonly attempts: number;
  /** The effect of the call, over all of its attempts. */
  readonly outcome: Outcome;
  /** Whether the same call can succeed later, for example after a lost connection, a timeout, a 429 or a 503. */
  readonly isTransient: boolean;

  /** @internal */
  constructor(message: string, call: FailedCall, options?: ErrorOptions) {
    super(message, options);
    this.callId = call.callId;
    this.method = call.method;
    this.path = call.path;
    this.idempotencyKey = call.idempotencyKey;
    this.attempts = call.attempts;
    this.outcome = call.outcome;
    this.isTransient = call.isTransient;
  }
}

/** Returns the message of a call that failed without a usable response. */
export function problemMessage(call: FailedCall, problem: string, advice = adviceFor(call)): string {
  const { method, path, attempts } = call;
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const what = attempts === 0 ? 'was not sent' : `failed after ${tries}`;
  return `${method} ${path} ${what}: ${problem}. ${advice}`;
}

/** Returns what to do about a failed call, for the end of its message. */
export function adviceFor({ outcome, method, idempotencyKey, isKeyPassed, attempts }: FailedCall): string {
  if (outcome === 'not-sent' || outcome === 'rejected') {
    const effect = attempts === 0 ? 'The API did not receive the call' : 'The API performed nothing';
    return `${effect}, so it is safe to call again${isKeyPassed ? ' with this idempotencyKey' : ''}.`;
  }
  if (method === 'GET') return outcome === 'unknown' ? 'It is safe to call again.' : '';
  if (outcome === 'performed') return 'The API performed the call: do not repeat it, read the entity.';
  return idempotencyKey
    ? `The API may have performed the call: ${repetition(idempotencyKey)}.`
    : 'The API may have performed the call: read the entity before you call again.';
}

/** For a caller who chose the idempotency key. */
export const otherBodyHint =
  'If you have sent this idempotencyKey before, look for its result before you use a new one.';

/** Returns how to repeat a POST so that the API performs it once. */
export function repetition(idempotencyKey: string): string {
  return `repeat it with the same API key, body and idempotencyKey '${idempotencyKey}' within 24 hours of its first call`;
}

/** Returns the end of a message that names the API's ID of the request, if there is one. */
export function requestIdSuffix(requestId: string | undefined): string {
  return requestId === undefined ? '' : `Request ID: ${requestId}`;
}
