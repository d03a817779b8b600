export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The parts of the process that a command uses. */
export interface Console {
  /** For results. */
  readonly stdout: Output;
  /** For progress and errors. */
  readonly stderr: Output;
  /** Ends the command. Its reason can have an `exitCode`. */
  readonly signal: AbortSignal;
}

/** Reports invalid arguments, or arguments that do not match an earlier run. */
export class UsageError extends Error {}
