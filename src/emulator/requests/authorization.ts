import type { FakeKey } from '../../fake/index.js';

/** Returns an `authorization` header without its token, such as `Bearer … (213 characters)`. */
export function shownAuthorization(header: string): string {
  const { scheme, token } = partsOf(header);
  const shown = token === '' ? '' : `… (${token.length} characters)`;
  return [scheme, shown].filter(Boolean).join(' ');
}

/** Returns why the API rejects an `authorization` header, without its token. */
export function authorizationProblem(header: string | null, keys: readonly FakeKey[]): string {
  if (!header) return 'The Authorization header is missing. Send "Authorization: Bearer" and the token.';
  const { scheme, token } = partsOf(header);
  if (scheme === '')
    return 'The Authorization header has no scheme. Write Bearer and a space before the token.';
  if (scheme !== 'Bearer') {
    const advice =
      scheme.toLowerCase() === 'bearer' ? 'The scheme is case-sensitive: write Bearer.' : 'Use Bearer.';
    return `The scheme of the Authorization header is ${scheme}. ${advice}`;
  }
  return tokenProblem(token, keys);
}

function tokenProblem(token: string, keys: readonly FakeKey[]): string {
  if (token === '' || /^(?:undefined|null|\$.*|<.*>)$/.test(token))
    return `The token is ${token === '' ? 'empty' : `the text ${token}`}. Set the variable that contains it.`;
  const same = keys.find((key) => key.token === token);
  if (same) return `The API key ${same.label} is revoked. Restore it under API keys, or use another key.`;
  const whole = keys.find((key) => key.token.includes(token));
  if (whole)
    return `The token is incomplete: it has ${token.length} of the ${whole.token.length} characters of the token of ${whole.label}.`;
  const part = keys.find((key) => token.includes(key.token));
  if (part)
    return `The token is longer than the token of ${part.label}: ${token.length} characters instead of ${part.token.length}. Look for a space or a quotation mark.`;
  return 'No API key of the emulator has this token. Check that it is not the token of a deleted key, or of another environment.';
}

/** A scheme is a short word. A header that does not start with one is a token without a scheme. */
function partsOf(header: string): { scheme: string; token: string } {
  const { scheme = '', token = '' } =
    /^(?<scheme>[a-z:]{1,12})(?: (?<token>.*))?$/i.exec(header)?.groups ?? {};
  return scheme === '' ? { scheme, token: header } : { scheme, token };
}
