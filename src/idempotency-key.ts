import { v5 as uuidOf } from 'uuid';
import { assertValid } from './errors/request-validation-error.js';
import { isText } from './options/checks.js';

/** Never change it: a POST that an earlier version of the SDK sent would get another key, and could be performed again. */
const namespace = '6f0f2d0e-52a1-4d0b-9c52-5b1a3f0f6c1d';

/**
 * Returns the idempotency key of an operation that your own IDs identify. The same parts always return the same key, so that a
 * program that was killed can repeat a POST without having saved a key. API specification: Limits › Idempotency rules.
 *
 * Begin with the outlet, because two outlets can use the same order ID. The same parts must mean the same body: if you correct a
 * body that the API rejected, add a part, such as a revision. After a `ConflictError`, the first body may have been performed. The
 * API knows a key for 24 hours, and only with the same API key. Otherwise, it performs the call again.
 * @param parts - One or more non-empty strings, booleans or numbers up to 2^53 - 1. Order and type matter: `7` and `'7'` differ.
 * @throws {@link RequestValidationError} that names each part that is invalid, such as `parts[1]`
 * @example
 * ```ts
 * const idempotencyKey = idempotencyKeyFrom('outlet-7', 'F-1001', 'create');
 * const order = await outlet.orders.create(body, { idempotencyKey });
 * ```
 */
export function idempotencyKeyFrom(
  ...parts: readonly [string | number | boolean, ...(string | number | boolean)[]]
): string {
  assertValid('The idempotency key was not derived', {
    parts: parts.length > 0 || 'must be at least one value',
    ...Object.fromEntries(parts.map((part, index) => [`parts[${index}]`, checkPart(part)])),
  });
  const hash = uuidOf(JSON.stringify(parts), namespace);
  // The API accepts only UUIDs of version 4. The version is the digit at this place.
  return `${hash.slice(0, 14)}4${hash.slice(15)}`;
}

function checkPart(part: unknown) {
  const isExact = typeof part === 'number' && Math.abs(part) <= Number.MAX_SAFE_INTEGER;
  return (
    isText(part) ||
    isExact ||
    typeof part === 'boolean' ||
    'must be a non-empty string, a boolean or a number up to 2^53 - 1'
  );
}
