/** Arguments that cannot be understood, or not be done. */
export class UsageError extends Error {}
