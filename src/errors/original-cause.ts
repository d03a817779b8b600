const originals = new WeakMap<object, unknown>();

/** Attaches a value to an error so that `inspect`, JSON and stacks do not show it. */
export function keepOriginal(holder: Error, original: unknown): void {
  originals.set(holder, original);
}

/**
 * Returns the original value that an error shows only in redacted form.
 *
 * For an `ApiError` or a `ResponseValidationError`, that is the response body as text. For an error with a `cause`, it is
 * the value that `fetch`, the `accessToken` function or your rate limiter threw. The value can contain the token and personal
 * data. Use it for debugging, and do not log it.
 * @example
 * ```ts
 * if (error instanceof AccessTokenError) console.error(error.message, (getOriginalCause(error) as VaultError).reason);
 * ```
 * @returns The original value, or `undefined` if there is none or another copy of this package created the error.
 */
export function getOriginalCause(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return originals.get(error) ?? (error.cause instanceof Error ? originals.get(error.cause) : undefined);
}
