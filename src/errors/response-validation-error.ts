import { adviceFor, CallError, type FailedCall, requestIdSuffix } from './call-error.js';
import { type Issue, messageWithIssues } from './issue.js';
import { brand } from './outlet-error.js';

export interface InvalidResponse
  extends Pick<ResponseValidationError, 'issues' | 'status' | 'bodyPreview' | 'requestId'> {
  /** What to do. Default: the advice for the outcome of the call. */
  readonly hint?: string | undefined;
}

/**
 * The API reported success, but the client cannot use the response body.
 *
 * The body is empty, not JSON, larger than `maxResponseBytes`, or not the expected object or list. An order can also lack its `id`,
 * except that of `orders.import`. With `responseValidation: 'strict'`, a field can have
 * the wrong type. With `missingNext: 'error'`, a page can lack its cursor. Call `getOriginalCause(error)` for the original body.
 * - Outcome: `performed`, or `unknown` if the body is too large, describes an error, or is not what the API sends.
 * - What to do: Read the entity; if the response to a POST was empty, the same key returns it again.
 */
export class ResponseValidationError extends CallError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'ResponseValidationError');

  /** All problems of the body. */
  readonly issues: readonly Issue[];
  /** The HTTP status. */
  readonly status: number;
  /** A description of the body: its type, length and kind, but never its content. */
  readonly bodyPreview: string;
  /** The API's ID of the request, from `x-request-id` or `request-id`. */
  readonly requestId: string | undefined;

  /** @internal */
  constructor(call: FailedCall, response: InvalidResponse) {
    const { issues, status, bodyPreview, requestId, hint = adviceFor(call) } = response;
    const what = `${call.method} ${call.path} returned ${status} with an unexpected body (${bodyPreview})`;
    const advice = [hint, requestIdSuffix(requestId)].filter(Boolean).join(' ');
    super(messageWithIssues(what, issues, advice), call);
    this.issues = issues;
    this.status = status;
    this.bodyPreview = bodyPreview;
    this.requestId = requestId;
  }
}
