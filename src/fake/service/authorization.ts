import type { ApiKey, KeyRing } from '../outlet/keys.js';
import { Refusal } from './refusal.js';

/** The key behind an `Authorization` header, to the letter. Specification: "Authentication", 1, 4 and 5. */
export function authorize(header: string | null, keys: KeyRing): ApiKey {
  const token = header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined;
  const key = token === undefined ? undefined : keys.withToken(token);
  if (!key || key.revoked) throw new Refusal(401, 'Unauthorized');
  return key;
}
