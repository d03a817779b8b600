/** The response to a call that succeeded, or that the API rejected. */
export interface Reply {
  readonly status: number;
  /** The body of a success. */
  readonly body: unknown;
  /** The field `errors` of an error. */
  readonly errors: unknown;
  /** The paths that `errors` names. */
  readonly errorPaths: readonly string[];
  readonly isReplay: boolean;
}
