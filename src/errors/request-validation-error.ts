import type { Verdict } from '../checks.js';
import { formatIssues, type Issue } from './issue.js';
import { brand, OutletError } from './outlet-error.js';

/** The input is invalid. Nothing was sent. */
export class RequestValidationError extends OutletError {
  static {
    brand(this, 'RequestValidationError');
  }

  /** Everything that is wrong, not only the first problem. */
  readonly issues: readonly Issue[];

  /**
   * @internal
   * @param what - what did not happen, such as `GET /orders/{orderId} was not sent`
   */
  constructor(what: string, issues: readonly Issue[]) {
    super(`${what}: ${formatIssues(issues)}.`);
    this.issues = issues;
  }
}

/** Returns the verdicts that are not `true`. */
export function issuesIn(verdicts: Readonly<Record<string, Verdict>>): Issue[] {
  return Object.entries(verdicts).flatMap(([path, verdict]) =>
    verdict === true ? [] : [{ path, message: verdict }],
  );
}

/**
 * Throws unless every verdict is `true`.
 *
 * @param what - what cannot be done, such as `The order feed cannot be created`
 * @param verdicts - by path: `true`, or what is wrong, such as `must be a function`
 * @throws RequestValidationError that lists everything that is wrong
 */
export function assertValid(what: string, verdicts: Readonly<Record<string, Verdict>>): void {
  const issues = issuesIn(verdicts);
  if (issues.length > 0) throw new RequestValidationError(what, issues);
}
