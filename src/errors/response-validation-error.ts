import { brand } from './brand.js';
import { adviceOn, CallError, type FailedCall } from './call-error.js';
import type { InputIssue } from './invalid-request-error.js';

/** An answer that is not what the specification says: no JSON, no list where one is due, or a wrong field in strict mode. */
export class ResponseValidationError extends CallError {
  static {
    brand(this, 'ResponseValidationError');
  }

  readonly issues: readonly InputIssue[];
  /** HTTP status of the answer. */
  readonly status: number;
  /** Type, length and kind of the body; never its content. */
  readonly bodyPreview: string;

  constructor(
    call: FailedCall,
    answer: { issues: readonly InputIssue[]; status: number; bodyPreview: string },
  ) {
    const list = answer.issues.map(({ path, message }) => (path ? `${path} ${message}` : message)).join('; ');
    const what = `${call.method} ${call.path} was answered ${answer.status} with something else than expected`;
    super(`${what}: ${list} (${answer.bodyPreview}). ${adviceOn(call)}`.trim(), call);
    this.issues = answer.issues;
    this.status = answer.status;
    this.bodyPreview = answer.bodyPreview;
  }
}
