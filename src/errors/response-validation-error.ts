import { adviceFor, CallError, type FailedCall } from './call-error.js';
import { formatIssues, type Issue } from './issue.js';
import { brand } from './outlet-error.js';

/** A response that the client cannot use. */
export interface InvalidResponse {
  readonly issues: readonly Issue[];
  readonly status: number;
  readonly bodyPreview: string;
  readonly performed: boolean;
  readonly isTransient?: boolean | undefined;
}

/**
 * The API reported success, but the client cannot use the body. It is empty, not JSON, larger than `maxResponseBytes`, or not the
 * expected object or list. With `responseValidation: 'strict'`, a field can also have the wrong type, and with
 * `missingNext: 'error'`, a page can lack its cursor. `getOriginalCause(error)` returns the untouched body.
 */
export class ResponseValidationError extends CallError {
  static {
    brand(this, 'ResponseValidationError');
  }

  /** Everything that is wrong with the body. */
  readonly issues: readonly Issue[];
  /** The HTTP status. */
  readonly status: number;
  /** The type, length and kind of the body, never its content. */
  readonly bodyPreview: string;
  /**
   * Whether the API certainly performed the call: it reported success with an empty body or with JSON. The error then has no
   * `outcome`. Do not repeat such a POST or PUT.
   */
  readonly performed: boolean;

  /** @internal */
  constructor(call: FailedCall, response: InvalidResponse) {
    const { issues, status, bodyPreview, performed } = response;
    const what = `${call.method} ${call.path} returned ${status} with an unexpected body: ${formatIssues(issues)} (${bodyPreview}).`;
    const performedAdvice =
      call.method === 'GET' ? '' : 'The API performed the call: do not repeat it, read the entity.';
    const advice = performed ? performedAdvice : adviceFor(call);
    super(`${what} ${advice}`.trim(), { ...call, outcome: performed ? undefined : call.outcome }, response);
    this.issues = issues;
    this.status = status;
    this.bodyPreview = bodyPreview;
    this.performed = performed;
  }
}
