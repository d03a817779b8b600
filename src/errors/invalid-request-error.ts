import { brand } from './brand.js';
import { type Issue, listed } from './issue.js';
import { OutletError } from './outlet-error.js';

/** Input that breaks a stated rule. Nothing was sent. */
export class InvalidRequestError extends OutletError {
  static {
    brand(this, 'InvalidRequestError');
  }

  /** Every rule that was broken, not the first alone. */
  readonly issues: readonly Issue[];

  /** @param what - what was refused, such as `GET /orders/{orderId} was not sent` */
  constructor(what: string, issues: readonly Issue[]) {
    super(`${what}: ${listed(issues)}.`);
    this.issues = issues;
  }
}
