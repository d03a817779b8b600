/** Reports a configuration that cannot be used, or a backend that does not start with it. The message says what to change. */
export class VerificationError extends Error {}

/** Calls a function of the configuration. @throws VerificationError if it throws */
export function fromConfig<T>(name: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new VerificationError(`${name} failed: ${error instanceof Error ? error.message : error}`);
  }
}
