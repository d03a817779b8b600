/** A runtime that the cases run on. */
export interface Runtime {
  readonly name: string;
  /** The expected version. */
  readonly version: RegExp;
  /** Whether the cases run in a separate process, which has `node:http`. */
  readonly isProcess: boolean;
  /** Starts the runtime, runs the cases against the service, and stops the runtime. */
  run(serviceUrl: string): Promise<Outcome>;
}

/** The outcome of a runtime. */
export interface Outcome {
  readonly version: string;
  /** Lines of JSON, one for each case. */
  readonly reported: readonly string[];
  /** Any other output: warnings, unhandled errors, or a failed exit. */
  readonly trouble: string;
}
