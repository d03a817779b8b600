import { AuthenticationError } from '../../errors/api-errors.js';
import { AccessTokenError } from '../../errors/no-response-errors.js';
import type { CallContext } from '../call-context.js';
import { redactedCause } from './connection-fault.js';

/** Passes the access token to `next`. API specification: Authentication. */
export async function authorize<T>(call: CallContext, next: (token: string) => Promise<T>): Promise<T> {
  const { accessToken } = call.settings;
  if (typeof accessToken === 'string') {
    if (call.token === undefined) call.tokens.push(accessToken);
    return next(accessToken);
  }
  const { lastError, token } = call;
  const isRejected = lastError instanceof AuthenticationError;
  if (token !== undefined && !isRejected) return next(token);
  const rejectedToken = isRejected ? token : undefined;
  const newToken = await call.cancellation.race(requestToken(call, () => accessToken({ rejectedToken })));
  // The same token would be rejected again.
  if (isRejected && newToken === token) throw lastError;
  call.tokens.push(newToken);
  return next(newToken);
}

async function requestToken(call: CallContext, accessToken: () => string | Promise<string>): Promise<string> {
  let token: unknown;
  try {
    token = await accessToken();
  } catch (error) {
    const cause = redactedCause(error, call.redactor);
    throw new AccessTokenError('failed', call.recordFailure('not-sent'), { cause });
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
