import { Cancellation, untilAborted } from '../../cancellation.js';
import { AuthenticationError } from '../../errors/api-errors.js';
import { AccessTokenError } from '../../errors/no-response-errors.js';
import type { CallContext } from '../call-context.js';
import { redactedCause } from '../connection-fault.js';
import { failures, mayUseNewToken } from '../outcomes.js';
import { checkToken } from '../settings.js';
import { beginSending, type TokenFunction } from './senders.js';
import { keyHashOf } from './throttle.js';

/** The running calls of each function, by the rejected token. Calls of a client, and of clients derived from it, share them. */
const running = new WeakMap<TokenFunction, Map<string | undefined, Promise<unknown>>>();

/** Returns what the function returns, unchecked. Nothing is cached after it has ended. */
function request(accessToken: TokenFunction, rejectedToken: string | undefined): Promise<unknown> {
  const requests = running.get(accessToken) ?? new Map<string | undefined, Promise<unknown>>();
  running.set(accessToken, requests);
  const shared = requests.get(rejectedToken);
  if (shared) return shared;
  const requested = Promise.resolve({ rejectedToken }).then(accessToken);
  requests.set(rejectedToken, requested);
  const end = () => forget(accessToken, rejectedToken, requested);
  requested.then(end, end);
  return requested;
}

/** Makes the next call start a new request. */
function forget(
  accessToken: TokenFunction,
  rejectedToken: string | undefined,
  ended: Promise<unknown>,
): void {
  const requests = running.get(accessToken);
  if (requests?.get(rejectedToken) === ended) requests.delete(rejectedToken);
}

/** Passes the access token to `next`. API specification: Authentication. */
export async function authorize<T>(call: CallContext, next: (token: string) => Promise<T>): Promise<T> {
  const { accessToken } = call.settings;
  if (typeof accessToken === 'string') {
    assertKey(call, accessToken);
    if (call.token === undefined) call.tokens.push(accessToken);
    return next(accessToken);
  }
  const { lastError, token } = call;
  const isRejected = lastError instanceof AuthenticationError;
  if (token !== undefined && !isRejected) return next(token);
  if (isRejected && !mayUseNewToken(call)) {
    // The function learns that its token was rejected, so that other calls get a new one.
    await requestToken(call, accessToken, token).catch(() => {});
    throw lastError;
  }
  const newToken = await requestToken(call, accessToken, isRejected ? token : undefined);
  // The same token would be rejected again.
  if (isRejected && newToken === token) throw lastError;
  assertKey(call, newToken);
  beginSending(call, accessToken, newToken);
  call.tokens.push(newToken);
  return next(newToken);
}

/** Throws if a token is of another API key than the caller expects. */
function assertKey(call: CallContext, token: string): void {
  if (call.keyHash === undefined || keyHashOf(call.settings.origin, token) === call.keyHash) return;
  const advice =
    'Another API key may not know the idempotencyKey, so look for the result of an earlier call first.';
  const failed = call.recordFailure(failures.notSent);
  throw new AccessTokenError('is of another API key than keyHash', failed, {
    advice,
    subject: 'the access token',
  });
}

/** Waits for the function as long as for an attempt. */
async function requestToken(
  call: CallContext,
  accessToken: TokenFunction,
  rejectedToken: string | undefined,
): Promise<string> {
  const requested = request(accessToken, rejectedToken);
  const waiting = new Cancellation([call.cancellation], call.timeout);
  let token: unknown;
  try {
    token = await untilAborted(requested, waiting);
  } catch (error) {
    call.cancellation.throwIfAborted();
    if (!waiting.isTimedOut) {
      const cause = redactedCause(error, call.redactor);
      throw new AccessTokenError('failed', call.recordFailure(failures.notSent), { cause });
    }
    forget(accessToken, rejectedToken, requested);
    const failed = call.recordFailure(failures.notSentYet);
    throw new AccessTokenError('exceeded the timeout of an attempt', failed);
  } finally {
    waiting.dispose();
  }
  const verdict = checkToken(token);
  if (verdict === true && typeof token === 'string') return token;
  throw new AccessTokenError(
    `returned an invalid token: it ${verdict}`,
    call.recordFailure(failures.notSent),
  );
}
