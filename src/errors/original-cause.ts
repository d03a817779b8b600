const originals = new WeakMap<object, unknown>();

/** Keeps what was thrown, out of sight of `inspect`, JSON and stacks. */
export function keepOriginal(cause: Error, original: unknown): void {
  originals.set(cause, original);
}

/**
 * What was thrown where an error of this package shows its `cause` without its message: by `fetch`, by an `accessToken` function,
 * by a rate limiter of your own. It can hold the token and guests' data, so look at it while you debug, and log of it only
 * what you know to be safe.
 *
 * @example
 * ```ts
 * if (error instanceof AccessTokenError) console.error(error.message, (originalCauseOf(error) as VaultError).reason);
 * ```
 * @returns `undefined` where nothing was thrown, or another copy of this package made the error
 */
export function originalCauseOf(error: unknown): unknown {
  try {
    return error instanceof Error && error.cause instanceof Error ? originals.get(error.cause) : undefined;
  } catch {
    // What throws when it is looked at is no error of this package.
    return undefined;
  }
}
