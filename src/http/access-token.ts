import { Failure } from './failure.js';
import type { Lifetime } from './lifetime.js';

/** The token of an API key, or a function that gives it: asked on every call, and once more after a 401. */
export type AccessToken = string | (() => string | Promise<string>);

/** Gives the token, and never one that cannot be right. Specification: "Authentication". */
export async function askToken(accessToken: AccessToken, lifetime: Lifetime): Promise<string> {
  if (typeof accessToken === 'string') return accessToken;
  const token = await lifetime.bound(given(accessToken));
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new Failure({ kind: 'bad-token', problem });
  return token;
}

async function given(accessToken: () => string | Promise<string>): Promise<string> {
  try {
    return await accessToken();
  } catch (cause) {
    throw new Failure({ kind: 'no-token', cause });
  }
}

/** What is wrong with a token, never with the token's text in it. */
export function tokenProblem(token: unknown): string | undefined {
  if (typeof token !== 'string' || token === '') return 'must be a non-empty string';
  if (/^bearer\s/i.test(token)) return 'must be the token alone: leave out `Bearer`, the client adds it';
  if (/\s/.test(token)) return 'contains white space: copy the token again, in one line';
  if (!/^[\x21-\x7e]+$/.test(token)) return 'contains characters that no token has: copy it again';
  return undefined;
}
