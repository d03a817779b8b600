import { AuthenticationError } from '../../errors/api-errors.js';
import { AccessTokenError } from '../../errors/no-response-errors.js';
import type { CallContext } from '../call-context.js';
import { Cancellation } from '../cancellation.js';
import type { Settings } from '../settings.js';
import { redactedCause } from './connection-fault.js';

type TokenFunction = Exclude<Settings['accessToken'], string>;

/** Calls of one client that request a token at the same time share one call of the `accessToken` function. Nothing is cached. */
export class TokenRequests {
  /** The running requests, by the rejected token. Created with the first, because most clients are idle. */
  #running: Map<string | undefined, Promise<unknown>> | undefined;

  /** Returns what the function returns, unchecked. */
  start(accessToken: TokenFunction, rejectedToken: string | undefined): Promise<unknown> {
    this.#running ??= new Map();
    const running = this.#running.get(rejectedToken);
    if (running) return running;
    const request = Promise.resolve({ rejectedToken }).then(accessToken);
    this.#running.set(rejectedToken, request);
    const forget = () => this.forget(rejectedToken, request);
    request.then(forget, forget);
    return request;
  }

  /** Makes the next call start a new request. */
  forget(rejectedToken: string | undefined, request: Promise<unknown>): void {
    if (this.#running?.get(rejectedToken) === request) this.#running.delete(rejectedToken);
  }
}

/** Passes the access token to `next`. API specification: Authentication. */
export async function authorize<T>(
  call: CallContext,
  requests: TokenRequests,
  next: (token: string) => Promise<T>,
): Promise<T> {
  const { accessToken } = call.settings;
  if (typeof accessToken === 'string') {
    if (call.token === undefined) call.tokens.push(accessToken);
    return next(accessToken);
  }
  const { lastError, token } = call;
  if (lastError instanceof AuthenticationError) call.rejection = { token, error: lastError };
  const { rejection } = call;
  if (token !== undefined && token !== rejection?.token) return next(token);
  const newToken = await requestToken(call, requests, accessToken);
  // The same token would be rejected again.
  if (newToken === rejection?.token) throw rejection.error;
  call.tokens.push(newToken);
  return next(newToken);
}

/** Waits for the function as long as for an attempt. */
async function requestToken(
  call: CallContext,
  requests: TokenRequests,
  accessToken: TokenFunction,
): Promise<string> {
  const rejectedToken = call.rejection?.token;
  const request = requests.start(accessToken, rejectedToken);
  const waiting = new Cancellation([call.cancellation], call.timeout);
  let token: unknown;
  try {
    token = await waiting.race(request);
  } catch (error) {
    call.cancellation.throwIfAborted();
    const failed = call.recordFailure('not-sent');
    if (!waiting.isTimedOut)
      throw new AccessTokenError('failed', failed, { cause: redactedCause(error, call.redactor) });
    requests.forget(rejectedToken, request);
    throw new AccessTokenError('exceeded the timeout of an attempt', failed, { isTransient: true });
  } finally {
    waiting.dispose();
  }
  const problem = tokenProblem(token);
  if (problem === undefined && typeof token === 'string') return token;
  throw new AccessTokenError(`returned an invalid token: it ${problem}`, call.recordFailure('not-sent'));
}

/** Returns what is wrong with a token, without its text. */
export function tokenProblem(token: unknown): string | undefined {
  if (typeof token !== 'string' || token === '') return 'must be a non-empty string';
  if (/^bearer\s/i.test(token)) return 'must be the token alone: leave out `Bearer`, the client adds it';
  if (/\s/.test(token)) return 'contains white space: copy the token again, in one line';
  if (!/^[\x21-\x7e]+$/.test(token)) return 'contains characters that no token has: copy it again';
  return undefined;
}
