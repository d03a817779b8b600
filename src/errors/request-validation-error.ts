import { type Issue, issuesIn, messageWithIssues, type Verdict } from './issue.js';
import { brand, OutletError } from './outlet-error.js';

/**
 * The client found options or arguments invalid, and sent nothing.
 * - What to do: Fix the fields that `issues` lists.
 */
export class RequestValidationError extends OutletError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'RequestValidationError');

  /** Always `not-sent`, as in a `CallError` whose call was not sent. */
  readonly outcome = 'not-sent';
  /** All problems, not only the first one. */
  readonly issues: readonly Issue[];

  /**
   * @internal
   * @param what - What did not happen, such as `GET /orders/{orderId} was not sent`.
   */
  constructor(what: string, issues: readonly Issue[]) {
    super(messageWithIssues(what, issues));
    this.issues = issues;
  }
}

/** Throws a `RequestValidationError` unless every verdict is `true`. @param what - such as `The order feed was not created` */
export function assertValid(what: string, verdicts: Readonly<Record<string, Verdict>>): void {
  const issues = issuesIn(verdicts);
  if (issues.length > 0) throw new RequestValidationError(what, issues);
}
