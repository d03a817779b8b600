/** Where a command writes to. */
export interface Output {
  write(text: string): unknown;
  /** Whether somebody looks at it while it is written. */
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** What a command has of the process that it runs in. */
export interface Console {
  /** What was asked for. */
  readonly stdout: Output;
  /** What is to be known of the way there. */
  readonly stderr: Output;
  /** Ends the command; its reason can have the `exitCode`. */
  readonly signal: AbortSignal;
}
