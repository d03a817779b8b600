import type { Finding } from './finding.js';
import type { ResourceFinding } from './resource-checks.js';

const check = 'Access token';

/** Checks the token by its form and by what the API allowed. It never shows or decodes the token, because a token is opaque. */
export function checkToken(token: string, resources: readonly ResourceFinding[]): Finding {
  const statuses = resources.flatMap(({ status }) => status ?? []);
  const all = (wanted: number) => statuses.length > 0 && statuses.every((status) => status === wanted);
  if (all(401)) {
    const isJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
    const form = isJwt ? '' : ' It does not have the three parts of a JWT.';
    const message = `The API rejected the token with 401.${form} Copy the whole token again, and check that the key is not revoked. Keys of the sandbox do not work in production, nor the reverse.`;
    return { check, result: 'fail', message };
  }
  if (all(403))
    return {
      check,
      result: 'fail',
      message:
        'The key has access to nothing that was checked. Check its use case in the merchant dashboard.',
    };
  return { check, result: 'ok', message: 'The API accepts it.' };
}
