import { brand } from './brand.js';
import { adviceOn, CallError, type FailedCall } from './call-error.js';
import { type Issue, listed } from './issue.js';

/** An answer that is not what the specification says: no JSON, no list where one is due, or a wrong field in strict mode. */
export class ResponseValidationError extends CallError {
  static {
    brand(this, 'ResponseValidationError');
  }

  readonly issues: readonly Issue[];
  /** HTTP status of the answer. */
  readonly status: number;
  /** Type, length and kind of the body; never its content. */
  readonly bodyPreview: string;

  constructor(call: FailedCall, answer: { issues: readonly Issue[]; status: number; bodyPreview: string }) {
    const what = `${call.method} ${call.path} was answered ${answer.status} with something else than expected`;
    super(`${what}: ${listed(answer.issues)} (${answer.bodyPreview}). ${adviceOn(call)}`.trim(), call);
    this.issues = answer.issues;
    this.status = answer.status;
    this.bodyPreview = answer.bodyPreview;
  }
}
