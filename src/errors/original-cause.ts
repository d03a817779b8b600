const originals = new WeakMap<object, unknown>();

/** Keeps a value out of sight of `inspect`, JSON and stacks. */
export function keepOriginal(holder: Error, original: unknown): void {
  originals.set(holder, original);
}

/**
 * Returns what an error shows only in redacted form. For an `ApiError` or a `ResponseValidationError`, that is the body of
 * the response as text. For an error with a `cause`, it is what `fetch`, the `accessToken` function or your rate limiter
 * threw. The value can contain the token and personal data: use it to debug, and do not log it as it is.
 *
 * @example
 * ```ts
 * if (error instanceof AccessTokenError) console.error(error.message, (getOriginalCause(error) as VaultError).reason);
 * ```
 * @returns `undefined` if there is none, or if another copy of this package created the error
 */
export function getOriginalCause(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return originals.get(error) ?? (error.cause instanceof Error ? originals.get(error.cause) : undefined);
}
