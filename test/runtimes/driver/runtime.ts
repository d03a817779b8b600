/** A runtime that the cases run on. */
export interface Runtime {
  readonly name: string;
  /** What its version has to be. */
  readonly version: RegExp;
  /** Whether the cases run in a process of its own, which has `node:http`. */
  readonly isProcess: boolean;
  /** Starts it, lets it run the cases against the service, and ends it. */
  run(serviceUrl: string): Promise<Outcome>;
}

/** What a runtime did. */
export interface Outcome {
  readonly version: string;
  /** Lines of JSON, one for each case. */
  readonly reported: readonly string[];
  /** What it said beside them: warnings, errors that nobody handled, a bad end. */
  readonly trouble: string;
}
